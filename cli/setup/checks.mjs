import { mkdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { cacheFolder } from '../build/paths.mjs';
import { run } from '../build/run.mjs';
import { printStep } from '../build/tell.mjs';

/**
 * Static checks: a name, and the script with arguments that runs the check.
 * @type {{ name: string, args: string[] }[]}
 */
const checks = [
  { name: 'types', args: ['node_modules/typescript/bin/tsc', '--noEmit'] },
  { name: 'lint and format', args: ['node_modules/@biomejs/biome/bin/biome', 'check', '--error-on-warnings'] },
];

/**
 * Checks types, lint and format; prints errors.
 * @returns {Promise<{ passed: number, failed: number }>} each check counts as one
 */
export async function runChecks() {
  const counts = { passed: 0, failed: 0 };
  for (const { name, args } of checks) {
    const { code } = await run(process.execPath, args, { show: true });
    counts[code === 0 ? 'passed' : 'failed'] += 1;
    printStep(`${code === 0 ? 'Passed' : 'FAILED'}: ${name}.`);
  }
  return counts;
}

/**
 * Runs the tests and counts them. A run that aborts, or in which no test ran, counts as one failure; a change may affect
 * no test.
 * @param {readonly string[]} args paths to filter by and options of vitest, such as --changed; none runs all tests
 * @returns {Promise<{ passed: number, failed: number }>}
 */
export async function runVitest(args) {
  const report = join(cacheFolder, `tests-${process.pid}.json`);
  mkdirSync(cacheFolder, { recursive: true });
  const isOfChange = args.some((arg) => /^--changed(=|$)/.test(arg));
  const options = ['--config', 'tests/vitest.config.ts', ...(isOfChange ? ['--passWithNoTests'] : [])];
  const { code } = await run(process.execPath, ['node_modules/vitest/vitest.mjs', 'run', ...options, ...args], {
    env: { ...process.env, CUTROOM_TEST_REPORT: report },
    show: true,
  });
  const counts = readCounts(report);
  rmSync(report, { force: true });
  const isBroken = counts.failed === 0 && (code !== 0 || (counts.passed === 0 && !isOfChange));
  return isBroken ? { ...counts, failed: 1 } : counts;
}

/**
 * @param {string} report written by tests/support/countReporter.ts
 * @returns {{ passed: number, failed: number }} zeros if there is no report
 */
function readCounts(report) {
  try {
    return JSON.parse(readFileSync(report, 'utf8'));
  } catch {
    return { passed: 0, failed: 0 };
  }
}
