// npm run bench [-- NAME …]: runs bench/NAME.ts, or every one that bench/index.ts lists, each in a process of its own.

import { join } from 'node:path';
import { root } from './paths.mjs';
import { run } from './run.mjs';
import { importTs } from './runTs.mjs';
import { setup } from './setup.mjs';
import { runMain, SetupError } from './tell.mjs';

await runMain(async () => {
  await setup();
  const asked = process.argv.slice(2);
  /** @type {any} */
  const { benches } = await importTs(join(root, 'bench/index.ts'));
  const unknown = asked.find((name) => !benches.includes(name));
  if (unknown !== undefined) throw new SetupError(`There is no benchmark ${unknown}. There are: ${benches.join(', ')}.`);
  let failed = 0;
  for (const name of asked.length > 0 ? asked : benches) {
    const { code } = await run(process.execPath, ['cli/setup/runTs.mjs', `bench/${name}.ts`], { show: true });
    if (code !== 0) failed += 1;
  }
  return failed > 0 ? 1 : 0;
});
