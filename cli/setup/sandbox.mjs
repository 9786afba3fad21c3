import { ensureOptional } from './optional.mjs';
import { run } from './run.mjs';

/** Installs the sandbox for programs that read users' files, if allowed. Everything works without it. */
export async function ensureSandbox() {
  if (process.platform !== 'linux' || process.env.CUTROOM_SANDBOX === 'off') return;
  await ensureOptional({
    id: 'sandbox',
    packages: ['bubblewrap'],
    isThere: async () => (await run('bwrap', ['--version'])).code === 0,
    doing: 'Installing bubblewrap with apt-get, to lock in what reads users’ files; this takes some seconds.',
    failed: (line) => `bubblewrap could not be installed; there is no sandbox until it is: ${line}`,
    byHand: (line) => `To have programs that read users’ files locked in, type: ${line}`,
  });
}
