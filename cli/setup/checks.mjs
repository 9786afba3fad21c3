import { run } from './run.mjs';
import { printStep } from './tell.mjs';

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
