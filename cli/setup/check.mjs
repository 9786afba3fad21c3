// npm run check: types, lint, format and dependency rules, without the long tests.

import { runMain } from '../build/tell.mjs';
import { runChecks, runVitest } from './checks.mjs';
import { ensurePackages, requireNode } from './packages.mjs';

await runMain(async () => {
  requireNode();
  await ensurePackages();
  const checks = await runChecks();
  const rules = await runVitest(['tests/deps.test.ts', 'tests/docs.test.ts']);
  return checks.failed + rules.failed > 0 ? 1 : 0;
});
