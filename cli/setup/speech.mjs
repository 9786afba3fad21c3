import { ensureOptional } from './optional.mjs';
import { findProgram } from './programs.mjs';

/** Installs offline recognition of English speech, if allowed. Everything else works without it. */
export async function ensureSpeech() {
  const { CUTROOM_SPEECH, POCKETSPHINX_PATH } = process.env;
  if (CUTROOM_SPEECH || POCKETSPHINX_PATH) return;
  await ensureOptional({
    id: 'speech',
    packages: ['pocketsphinx', 'pocketsphinx-en-us'],
    isThere: async () => (await findProgram('pocketsphinx')) !== undefined,
    doing: 'Installing PocketSphinx with apt-get, to recognize speech; this takes half a minute.',
    failed: (line) => `PocketSphinx could not be installed; speech is not recognized until it is: ${line}`,
    byHand: (line) => `To have speech recognized, type: ${line}`,
  });
}
