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
import { runMain, say } from './tell.mjs';

/**
 * Brings a clone to where Cutroom runs. Does only what is not done yet, and says each thing that it does in one line.
 * @param {{ browser?: boolean, onPackages?: () => void }} [options] `browser`: see to a Chromium too, and where that may be to a
 *   Firefox and a WebKit, which only the tests need; default false. `onPackages`: called when the packages are there, while the rest is still to come
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

/** Code that calls ffmpeg or ffprobe by name gets the one that FFMPEG_PATH names. */
function preferNamedFfmpeg() {
  const { FFMPEG_PATH, PATH = '' } = process.env;
  if (FFMPEG_PATH) process.env.PATH = `${dirname(FFMPEG_PATH)}${delimiter}${PATH}`;
}

if (process.argv[1] === join(root, 'cli/setup/setup.mjs')) {
  await runMain(async () => {
    await setup();
    say('Cutroom is set up. Type: npm start');
  });
}
