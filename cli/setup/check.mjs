// npm run check: types, lint, format and dependency rules, without the long tests.

import { runChecks } from './checks.mjs';
import { requireNode } from './node.mjs';
import { ensurePackages } from './packages.mjs';
import { runMain } from './tell.mjs';
import { runVitest } from './vitest.mjs';

await runMain(async () => {
  requireNode();
  await ensurePackages();
  const checks = await runChecks();
  const rules = await runVitest(['tests/deps.test.ts', 'tests/docs.test.ts']);
  return checks.failed + rules.failed > 0 ? 1 : 0;
});
