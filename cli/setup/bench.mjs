// npm run bench [-- NAME …]: runs the named benchmarks of bench/index.ts, or all.

import { join } from 'node:path';
import { root } from './paths.mjs';
import { importTs } from './runTs.mjs';
import { setup } from './setup.mjs';
import { runMain } from './tell.mjs';

await runMain(async () => {
  await setup();
  process.setSourceMapsEnabled(true);
  /** @type {any} */
  const { runBenches } = await importTs(join(root, 'bench/index.ts'));
  await runBenches(process.argv.slice(2));
});
