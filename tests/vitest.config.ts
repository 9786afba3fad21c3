import { resolve } from 'node:path';
import { defineConfig } from 'vitest/config';
import { CountReporter } from './support/countReporter.ts';
import { ProjectOrder } from './support/projectOrder.ts';

const root = resolve(import.meta.dirname, '..');

/** Tests that measure in real time run alone, and only with CUTROOM_LONG=1: another program may slow them down. */
const inRealTime = ['tests/e2e/player/{player,sound}.test.ts'];
/** Tests that run alone, also because their browsers draw slowly under load. */
const playing = ['tests/e2e/engines/*.test.ts', ...inRealTime];
/** Tests that run only with CUTROOM_LONG=1, as before a release. */
const long = process.env.CUTROOM_LONG ? [] : ['tests/e2e/parity/features.test.ts', ...inRealTime];
/**
 * All others run together. They wait half of the time, so twice as many workers as processors keep two processors busy.
 */
const together = { maxWorkers: 4, sequence: { groupOrder: 0 } };

/**
 * The embedded database is WebAssembly. Its optimizing compiler would cost each service two seconds of CPU, which these
 * tests never regain, and validating functions that are never called a twentieth of a second.
 */
const compiledQuickly = { execArgv: ['--liftoff-only', '--wasm-lazy-validation'] };

/** More workers than processors leave no processor to helper threads of the garbage collector. */
const collectedAlone = ['--single-threaded-gc'];

/** Modules stay loaded between files: the code under test keeps no state, and loading takes longer than many files. */
const loadedOnce = { isolate: false };

export default defineConfig({
  root,
  cacheDir: 'node_modules/.cache/vitest',
  test: {
    root,
    reporters: ['default', new CountReporter()],
    allowOnly: false,
    // The sandbox adds some hundredths of a second to each start of ffmpeg; `sandbox.test.ts` covers it.
    env: { CUTROOM_SANDBOX: process.env.CUTROOM_SANDBOX ?? 'off' },
    globalSetup: ['tests/support/suiteFolder.ts'],
    setupFiles: ['tests/support/cleanupHooks.ts'],
    sequence: { sequencer: ProjectOrder },
    // Room for real ffmpeg, servers and browsers on a slow or busy machine.
    testTimeout: 300_000,
    hookTimeout: 300_000,
    expect: { poll: { timeout: 120_000 } },
    // Compiled modules are shared by projects and runs.
    experimental: { fsModuleCache: true, fsModuleCachePath: resolve(root, 'node_modules/.cache/vitest-modules') },
    projects: [
      {
        extends: true,
        test: {
          name: 'unit',
          include: ['tests/*.test.ts', 'tests/{engine,property}/**/*.test.ts'],
          exclude: ['tests/house.test.ts'],
          ...together,
          ...loadedOnce,
        },
      },
      {
        extends: true,
        test: {
          name: 'ui',
          include: ['tests/ui/**/*.test.{ts,tsx}'],
          environment: 'happy-dom',
          // Modules stay loaded between files: loading takes longer than the tests.
          isolate: false,
          setupFiles: ['tests/support/resetModules.ts'],
          // Requests aborted when the page closes are printed too late to be sent to the reporter.
          disableConsoleIntercept: true,
          ...together,
        },
      },
      {
        extends: true,
        test: {
          name: 'integration',
          include: ['tests/house.test.ts', 'tests/{api,cli,golden}/**/*.test.ts'],
          ...together,
          execArgv: [...compiledQuickly.execArgv, ...collectedAlone],
          ...loadedOnce,
        },
      },
      {
        extends: true,
        test: {
          name: 'e2e',
          include: ['tests/e2e/**/*.test.ts'],
          exclude: [...playing, ...long],
          ...together,
          ...compiledQuickly,
          // State lives in browsers and services, and each test opens empty ones.
          isolate: false,
        },
      },
      {
        extends: true,
        test: { name: 'playing', include: playing, exclude: long, maxWorkers: 1, sequence: { groupOrder: 1 } },
      },
    ],
  },
});
