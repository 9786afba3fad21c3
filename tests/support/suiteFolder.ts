import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TestProject } from 'vitest/node';
import { endSharedS3 } from './sharedS3.ts';

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
  return async () => {
    await endSharedS3(folder);
    await rm(folder, { recursive: true, force: true, maxRetries: 5, retryDelay: 200 });
  };
}
