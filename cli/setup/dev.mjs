// npm run dev [-- --port PORT]: serves, and rebuilds and restarts whenever a source changes.

import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { watch } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { ensureBuild } from '../build/build.mjs';
import { serveDesign } from '../build/design.mjs';
import { root } from '../build/paths.mjs';
import { printStep, runMain } from '../build/tell.mjs';
import { setup } from './setup.mjs';

/** Debounce of file changes, in milliseconds: an editor or a checkout writes several files. */
const settle = 200;

await runMain(async () => {
  await setup();
  let server = serve();
  printStep(`The design system is shown at ${(await serveDesign(0)).url}`);
  const changes = new EventTarget();
  for (const folder of ['engine', 'ui', 'cli', 'api']) {
    watch(join(root, folder), { recursive: true }, () => changes.dispatchEvent(new Event('change')));
  }
  for (;;) {
    await once(changes, 'change');
    await wait(settle);
    // Repeats until nothing changed, because files may change during a build.
    while (await builds()) {
      if (server.exitCode === null) {
        server.kill('SIGTERM');
        await once(server, 'exit');
      }
      server = serve();
    }
  }
});

/** Builds. esbuild prints errors itself; the next change tries again. */
async function builds() {
  try {
    return await ensureBuild();
  } catch {
    return false;
  }
}

function serve() {
  const args = ['cli/bin.mjs', 'serve', ...process.argv.slice(2)];
  return spawn(process.execPath, args, { cwd: root, stdio: 'inherit' });
}
