// Installs what is missing and builds: node cli/setup/setup.mjs

import { existsSync, mkdirSync, symlinkSync } from 'node:fs';
import { delimiter, dirname, join, relative } from 'node:path';
import { ensureBuild } from '../build/build.mjs';
import { ensureMedia } from '../build/media.mjs';
import { root } from '../build/paths.mjs';
import { printStep, runMain } from '../build/tell.mjs';
import { ensurePrograms } from './install.mjs';
import { ensureEngines, ensureSandbox, ensureSpeech } from './optional.mjs';
import { ensurePackages, requireNode } from './packages.mjs';

/**
 * Prepares a clone to run Cutroom. Skips finished steps, and prints one line per step.
 * @param {{ browser?: boolean, onPackages?: () => void }} [options] `browser`: also installs Chromium, and if allowed
 * Firefox and WebKit,
 *   which only the tests need; default false. `onPackages`: called when the packages are installed, before the other
 *   steps
 */
export async function setup({ browser = false, onPackages } = {}) {
  requireNode();
  await ensurePackages();
  onPackages?.();
  ensureLink();
  await ensurePrograms(browser ? ['ffmpeg', 'chromium'] : ['ffmpeg']);
  preferNamedFfmpeg();
  await ensureSandbox();
  await ensureSpeech();
  if (browser) await ensureEngines();
  await ensureMedia();
  await ensureBuild();
}

/** Puts FFMPEG_PATH first on the PATH, for code that calls ffmpeg or ffprobe by name. */
function preferNamedFfmpeg() {
  const { FFMPEG_PATH, PATH = '' } = process.env;
  if (FFMPEG_PATH) process.env.PATH = `${dirname(FFMPEG_PATH)}${delimiter}${PATH}`;
}

/**
 * Links the command line into node_modules/.bin, so that `npx cutroom` finds it here: npm does not link a package to
 * itself.
 */
function ensureLink() {
  const link = join(root, 'node_modules/.bin/cutroom');
  if (existsSync(link)) return;
  mkdirSync(join(root, 'node_modules/.bin'), { recursive: true });
  symlinkSync(relative(dirname(link), join(root, 'cli/bin.mjs')), link);
}

if (process.argv[1] === join(root, 'cli/setup/setup.mjs')) {
  await runMain(async () => {
    await setup();
    printStep('Cutroom is set up. Type: npm start');
  });
}
