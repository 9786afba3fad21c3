// npm run bench [-- NAME …]: runs the named benchmarks of bench/index.ts, or all.

import { join } from 'node:path';
import { root } from '../build/paths.mjs';
import { importTs } from '../build/runTs.mjs';
import { runMain, SetupError } from '../build/tell.mjs';
import { setup } from './setup.mjs';

await runMain(async () => {
  await setup();
  process.setSourceMapsEnabled(true);
  /** @type {any} */
  const { benches, runBenches } = await importTs(join(root, 'bench/index.ts'));
  const names = process.argv.slice(2);
  const unknown = names.find((name) => !Object.hasOwn(benches, name));
  if (unknown) throw new SetupError(`There is no benchmark ${unknown}. There are: ${Object.keys(benches).join(', ')}.`);
  await runBenches(names);
});
