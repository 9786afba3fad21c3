import type { Database } from '../db/database.ts';
import type { VideoStore } from '../jobs/jobStore.ts';
import { sweepSegments } from '../jobs/storedSegments.ts';
import { sweepResults } from '../jobs/sweepFiles.ts';
import { createOwnStore } from '../sources/ownStore.ts';
import { sweepContents } from '../sources/sweepContents.ts';
import type { Uploads } from '../sources/uploads.ts';
import type { Folders } from '../storage/folders.ts';
import type { Storage } from '../storage/storage.ts';

/** Milliseconds between sweeps, at most. */
const TIDY_MS = 3600_000;

interface Tidied {
  storage: Storage;
  database: Database;
  folders: Folders;
  store: VideoStore;
  uploads: Uploads;
}

/** Returns the sweeps of the storage of results and uploads. */
export function storageSweeps({ storage, database, folders, store, uploads }: Tidied) {
  const { mark, expectOwn } = createOwnStore(storage, database, folders);
  return [
    mark,
    () => sweepResults(storage, store, { expectOwn }),
    () => sweepSegments(storage),
    () => sweepContents(storage, database, uploads.parts, { expectOwn }),
  ];
}

/**
 * Runs all sweeps now and then at least hourly, more often if uploads expire sooner (`uploadHours`). A failing sweep
 * does not prevent startup. @returns a function that stops them.
 */
export async function startStorageSweeps(
  sweeps: readonly (() => Promise<void>)[],
  uploadHours: number,
  onError: (error: unknown, what: string) => void,
): Promise<() => void> {
  let isEnded = false;
  const tidy = async () => {
    for (const sweep of sweeps) {
      if (isEnded) return;
      // Failures caused by stopping are not reported.
      await sweep().catch((error) => isEnded || onError(error, 'cleanup failed'));
    }
  };
  await tidy();
  const everyMs = Math.min(uploadHours > 0 ? uploadHours * 900_000 : TIDY_MS, TIDY_MS);
  let isTidying = false;
  const tidyAgain = async () => {
    // Skip a run while the previous one is still running.
    if (isTidying) return;
    isTidying = true;
    await tidy();
    isTidying = false;
  };
  const tidying = setInterval(() => void tidyAgain(), everyMs).unref();
  return () => {
    isEnded = true;
    clearInterval(tidying);
  };
}
