// Installs what is missing and builds: node cli/setup/setup.mjs

import { delimiter, dirname, join } from 'node:path';
import { ensureBuild } from './build.mjs';
import { ensureEngines } from './engines.mjs';
import { ensurePrograms } from './install.mjs';
import { ensureLink } from './link.mjs';
import { ensureMedia } from './media.mjs';
import { requireNode } from './node.mjs';
import { ensurePackages } from './packages.mjs';
import { root } from './paths.mjs';
import { ensureSandbox } from './sandbox.mjs';
import { ensureSpeech } from './speech.mjs';
import { printStep, runMain } from './tell.mjs';

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

if (process.argv[1] === join(root, 'cli/setup/setup.mjs')) {
  await runMain(async () => {
    await setup();
    printStep('Cutroom is set up. Type: npm start');
  });
}
