import { writeFileSync } from 'node:fs';
import type { Reporter, TestModule } from 'vitest/node';

/**
 * Writes the numbers of passed and failed tests to the file in CUTROOM_TEST_REPORT, for the last line of `npm test`. A
 * file that cannot be loaded and an error outside of tests count as one failure each.
 */
export class CountReporter implements Reporter {
  onTestRunEnd(modules: readonly TestModule[], unhandledErrors: readonly unknown[]): void {
    const file = process.env.CUTROOM_TEST_REPORT;
    if (!file) return;
    const tests = modules.flatMap((module) => [...module.children.allTests()]);
    const passed = tests.filter((test) => test.result().state === 'passed').length;
    const failed = tests.filter((test) => test.result().state === 'failed').length;
    const suites = modules.flatMap((module) => [module, ...module.children.allSuites()]);
    const broken = suites.filter((suite) => suite.errors().length > 0).length;
    writeFileSync(file, JSON.stringify({ passed, failed: failed + broken + unhandledErrors.length }));
  }
}
