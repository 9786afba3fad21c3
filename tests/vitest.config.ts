import { resolve } from 'node:path';
import { defineConfig } from 'vitest/config';
import { CountReporter } from './support/countReporter.ts';
import { LongFirst } from './support/longFirst.ts';

const root = resolve(import.meta.dirname, '..');

/** Real ffmpeg, servers and browsers: few at a time, and time enough for a slow machine. */
const patient = {
  testTimeout: 300_000,
  hookTimeout: 300_000,
  expect: { poll: { timeout: 60_000 } },
};

/** Tests in real time, and in browsers that draw slowly beside others: they are alone while they run. */
const playing = ['tests/e2e/{player*,studio-drag,studio-sounds}.test.ts', 'tests/e2e/engines/*.test.ts'];
/** Tests that only CUTROOM_LONG=1 runs, as before a release. */
const long = process.env.CUTROOM_LONG ? [] : ['tests/e2e/feature-parity.test.ts'];
/** All others share what there is; they wait half of their time, so twice as many as there are processors keep two busy. */
const together = { maxWorkers: 4, sequence: { groupOrder: 0 } };

/**
 * The embedded database is WebAssembly. Compiled for speed, as it would be, each service costs two seconds of a processor
 * that none of these tests wins back.
 */
const compiledQuickly = { execArgv: ['--liftoff-only'] };

/** A machine that is busy with something else may be too slow once: which tests that were, the last lines say. */
const againOnce = { retry: 1 };

export default defineConfig({
  root,
  cacheDir: 'node_modules/.cache/vitest',
  test: {
    root,
    reporters: ['default', new CountReporter()],
    allowOnly: false,
    // Every start of ffmpeg costs some hundredths of a second more in one; `sandbox.test.ts` has it.
    env: { CUTROOM_SANDBOX: process.env.CUTROOM_SANDBOX ?? 'off' },
    globalSetup: ['tests/support/suiteFolder.ts'],
    setupFiles: ['tests/support/cleanupHooks.ts'],
    sequence: { sequencer: LongFirst },
    projects: [
      {
        extends: true,
        test: {
          name: 'unit',
          include: ['tests/*.test.ts', 'tests/{engine,property}/**/*.test.ts'],
          exclude: ['tests/house.test.ts'],
          ...together,
          // What one file has loaded the next one need not load again: the code under test keeps no state.
          isolate: false,
          testTimeout: 60_000,
        },
      },
      {
        extends: true,
        test: {
          name: 'ui',
          include: ['tests/ui/**/*.test.{ts,tsx}'],
          environment: 'happy-dom',
          // As with the service: loading what a file needs takes longer than its tests.
          isolate: false,
          setupFiles: ['tests/support/resetModules.ts'],
          // What the page had asked for is given up when it closes, which is printed: too late to be sent anywhere.
          disableConsoleIntercept: true,
          ...together,
          testTimeout: 60_000,
        },
      },
      {
        extends: true,
        test: {
          name: 'integration',
          include: ['tests/house.test.ts', 'tests/{cli,golden}/**/*.test.{ts,tsx}'],
          ...patient,
          ...together,
          ...compiledQuickly,
          ...againOnce,
          isolate: false,
          setupFiles: ['tests/support/resetModules.ts'],
        },
      },
      {
        extends: true,
        test: {
          name: 'service',
          include: ['tests/api/**/*.test.ts'],
          ...patient,
          ...together,
          ...compiledQuickly,
          ...againOnce,
          // Loading the packages of the service takes longer than many a file.
          isolate: false,
          setupFiles: ['tests/support/resetModules.ts'],
        },
      },
      {
        extends: true,
        test: {
          name: 'e2e',
          include: ['tests/e2e/**/*.test.ts'],
          exclude: [...playing, ...long],
          ...patient,
          ...together,
          ...compiledQuickly,
          // State lives in browsers and services; what a test opens is empty.
          isolate: false,
          // Not where tests go on with the page of the one before: `retry: 0` stands there.
          ...againOnce,
        },
      },
      {
        extends: true,
        // What another program takes of the machine meanwhile may be too much once.
        test: { name: 'playing', include: playing, ...patient, retry: 2, maxWorkers: 1, sequence: { groupOrder: 1 } },
      },
    ],
  },
});
