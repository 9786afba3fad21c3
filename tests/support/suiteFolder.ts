import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TestProject } from 'vitest/node';

declare module 'vitest' {
  interface ProvidedContext {
    /** Folder for what several test files share; it is removed after the last one. */
    suiteFolder: string;
  }
}

/** Makes the suite's folder before all tests and removes it after them. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const folder = await mkdtemp(join(tmpdir(), 'cutroom-suite-'));
  project.provide('suiteFolder', folder);
  return () => rm(folder, { recursive: true, force: true, maxRetries: 5, retryDelay: 200 });
}
