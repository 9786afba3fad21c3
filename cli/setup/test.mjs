// npm test [-- PATH …]: installs what is missing, then checks types and lint and runs all tests; with paths, only the
// tests that match.
// The last line is always "N passed, N failed".

import { printStep, runMain } from '../build/tell.mjs';
import { runChecks, runVitest } from './checks.mjs';
import { setup } from './setup.mjs';

await runMain(async () => {
  const args = process.argv.slice(2);
  const counts = { passed: 0, failed: 0 };
  const add = (/** @type {{ passed: number, failed: number }} */ more) => {
    counts.passed += more.passed;
    counts.failed += more.failed;
  };
  try {
    /** @type {ReturnType<typeof runChecks>[]} */
    const checking = [];
    // The checks only need the packages, so they run while media are created, which uses one processor.
    const onPackages = () => {
      if (args.length === 0) checking.push(runChecks());
    };
    await setup({ browser: true, onPackages }).finally(async () => {
      for (const checked of checking) add(await checked);
    });
    add(await runVitest(args));
  } catch (error) {
    console.error(error instanceof Error ? error.message : error);
    add({ passed: 0, failed: 1 });
  }
  printStep(`${counts.passed} passed, ${counts.failed} failed`);
  return counts.failed > 0 ? 1 : 0;
});
