// npm start [-- --port PORT]: installs what is missing, then serves in this process, so that signals reach the server.

import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { distFolder } from '../build/paths.mjs';
import { runMain } from '../build/tell.mjs';
import { setup } from './setup.mjs';

/** Interval for checking that npm still runs, in milliseconds. */
const lookEvery = 500;

await runMain(async () => {
  await setup();
  stopWithNpm();
  process.setSourceMapsEnabled(true);
  const { main } = await import(pathToFileURL(join(distFolder, 'cutroom.mjs')).href);
  return main(['serve', ...process.argv.slice(2)]);
});

/**
 * Stops the server when the npm that started it is killed: an invisible server would keep the port and the data locked.
 */
function stopWithNpm() {
  if (process.env.npm_lifecycle_event !== 'start') return;
  const npm = process.ppid;
  const timer = setInterval(() => {
    if (process.ppid === npm) return;
    clearInterval(timer);
    process.kill(process.pid, 'SIGTERM');
  }, lookEvery);
  timer.unref();
}
