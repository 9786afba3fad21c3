import { mkdirSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { cacheFolder } from './paths.mjs';
import { findProgram, systemOf } from './programs.mjs';
import { run } from './run.mjs';
import { say } from './tell.mjs';

const packages = ['pocketsphinx', 'pocketsphinx-en-us'];
/** After a failure it is not tried again for a day, milliseconds: without a network each try takes a while. */
const AGAIN_MS = 24 * 3600_000;

/**
 * Sees to it that English speech can be recognised without a network, where that may be installed: as root on Debian or
 * Ubuntu. All else works without it, so nothing that goes wrong here stops the setup.
 */
export async function ensureSpeech() {
  const { CUTROOM_SPEECH, POCKETSPHINX_PATH } = process.env;
  if (CUTROOM_SPEECH || POCKETSPHINX_PATH || (await findProgram('pocketsphinx'))) return;
  const system = systemOf();
  if (system !== 'debian' && system !== 'ubuntu') return;
  const install = ['install', '-y', '-qq', '--no-install-recommends', ...packages];
  const line = `apt-get install -y ${packages.join(' ')}`;
  if (process.getuid?.() !== 0) return say(`To have speech recognised, type: sudo ${line}`);
  const tried = join(cacheFolder, 'speech-tried');
  if (Date.now() - (statSync(tried, { throwIfNoEntry: false })?.mtimeMs ?? 0) < AGAIN_MS) return;
  say('Installing PocketSphinx with apt-get, to recognise speech; this takes half a minute.');
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
  // A failed update is no reason to stop: the lists that are there may do.
  await run('apt-get', ['update', '-qq'], { env });
  await run('apt-get', install, { env });
  if (await findProgram('pocketsphinx')) return;
  mkdirSync(cacheFolder, { recursive: true });
  writeFileSync(tried, '');
  say(`PocketSphinx could not be installed; speech is not recognised until it is: ${line}`);
}
