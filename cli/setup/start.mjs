// npm start [-- --port PORT]: sets up what is missing, then serves in this process, so that signals reach the server.

import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { distFolder } from './paths.mjs';
import { setup } from './setup.mjs';
import { runMain } from './tell.mjs';

await runMain(async () => {
  await setup();
  process.setSourceMapsEnabled(true);
  const { main } = await import(pathToFileURL(join(distFolder, 'cutroom.mjs')).href);
  return main(['serve', ...process.argv.slice(2)]);
});
