import { resolve } from 'node:path';
import { defineConfig } from 'vitest/config';
import { CountReporter } from './support/countReporter.ts';

const root = resolve(import.meta.dirname, '..');

/** Real ffmpeg, servers and browsers: few at a time, and time enough for a slow machine. */
const patient = {
  testTimeout: 120_000,
  hookTimeout: 120_000,
  expect: { poll: { timeout: 10_000 } },
};

/** Tests in real time, and of two pages at once: they are alone while they run. */
const playing = ['tests/e2e/{player*,studio-sounds,studio-tabs}.test.ts'];

export default defineConfig({
  root,
  cacheDir: 'node_modules/.cache/vitest',
  test: {
    root,
    reporters: ['default', new CountReporter()],
    allowOnly: false,
    globalSetup: ['tests/support/suiteFolder.ts'],
    projects: [
      {
        extends: true,
        test: {
          name: 'unit',
          include: ['tests/*.test.ts', 'tests/{engine,property}/**/*.test.ts'],
          exclude: ['tests/house.test.ts'],
          maxWorkers: 2,
          // What one file has loaded the next one need not load again: the code under test keeps no state.
          isolate: false,
          testTimeout: 30_000,
          sequence: { groupOrder: 0 },
        },
      },
      {
        extends: true,
        test: {
          name: 'ui',
          include: ['tests/ui/**/*.test.{ts,tsx}'],
          environment: 'happy-dom',
          maxWorkers: 2,
          testTimeout: 30_000,
          sequence: { groupOrder: 0 },
        },
      },
      {
        extends: true,
        test: {
          name: 'integration',
          include: ['tests/house.test.ts', 'tests/{api,cli,golden}/**/*.test.{ts,tsx}'],
          ...patient,
          // Some wait for leases and dead processes meanwhile: one worker more than there are processors keeps them busy.
          maxWorkers: 3,
          sequence: { groupOrder: 1 },
        },
      },
      {
        extends: true,
        test: {
          name: 'e2e',
          include: ['tests/e2e/**/*.test.ts'],
          exclude: playing,
          ...patient,
          // Pages often wait, for a debounce, say: one worker more than there are processors keeps them busy.
          maxWorkers: 3,
          // State lives in browsers and services, which each file starts anew.
          isolate: false,
          sequence: { groupOrder: 2 },
        },
      },
      {
        extends: true,
        test: { name: 'playing', include: playing, ...patient, maxWorkers: 1, sequence: { groupOrder: 3 } },
      },
    ],
  },
});
