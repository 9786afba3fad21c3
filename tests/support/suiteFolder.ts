import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TestProject } from 'vitest/node';
import { cacheFolder } from '../../cli/build/paths.mjs';
import { endSharedPrograms } from './sharedProgram.ts';

declare module 'vitest' {
  interface ProvidedContext {
    /** Folder for files that several test files share; removed after the last one. */
    suiteFolder: string;
    /** Folder for programs that tests build, from which packages resolve; removed after the last test. */
    buildFolder: string;
  }
}

/** Creates the suite's folders before all tests and removes them afterwards. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const folder = await mkdtemp(join(tmpdir(), 'cutroom-suite-'));
  project.provide('suiteFolder', folder);
  await mkdir(cacheFolder, { recursive: true });
  const builds = await mkdtemp(join(cacheFolder, 'suite-'));
  project.provide('buildFolder', builds);
  return async () => {
    await endSharedPrograms(folder);
    for (const path of [folder, builds])
      await rm(path, { recursive: true, force: true, maxRetries: 5, retryDelay: 200 });
  };
}
