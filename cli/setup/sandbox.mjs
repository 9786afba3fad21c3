import { ensureOptional } from './optional.mjs';
import { run } from './run.mjs';

/** Installs the sandbox for programs that read users' files, if allowed. Everything works without it. */
export async function ensureSandbox() {
  if (process.platform !== 'linux' || process.env.CUTROOM_SANDBOX === 'off') return;
  await ensureOptional({
    id: 'sandbox',
    packages: ['bubblewrap'],
    isThere: async () => (await run('bwrap', ['--version'])).code === 0,
    doing: 'Installing bubblewrap with apt-get, to sandbox programs that read users’ files. This takes some seconds.',
    failed: (line) => `bubblewrap could not be installed. For a sandbox, type: ${line}`,
    byHand: (line) => `To sandbox programs that read users’ files, type: ${line}`,
  });
}
