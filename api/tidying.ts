import type { Database } from './db/database.ts';
import type { VideoStore } from './jobs/store.ts';
import { sweepSegments } from './jobs/storedSegments.ts';
import { sweepResults } from './jobs/sweepResults.ts';
import { createOwnStore } from './sources/ownStore.ts';
import { sweepContents } from './sources/sweepContents.ts';
import type { Uploads } from './sources/uploads.ts';
import type { Folders } from './storage/folders.ts';
import type { Storage } from './storage/storage.ts';

/** What others left is swept so often at least, milliseconds. */
const TIDY_MS = 3600_000;

interface Tidied {
  storage: Storage;
  database: Database;
  folders: Folders;
  store: VideoStore;
  uploads: Uploads;
}

/** What tidies the store that results and uploads lie in. */
export function sweepsOfStore({ storage, database, folders, store, uploads }: Tidied) {
  const { mark, expectOwn } = createOwnStore(storage, database, folders);
  return [
    mark,
    () => sweepResults(storage, store, { expectOwn }),
    () => sweepSegments(storage),
    () => sweepContents(storage, database, uploads.parts, { expectOwn }),
  ];
}

/** Tidies now, and every hour at least, oftener where uploads are given up sooner (`uploadHours`). What cannot be tidied away is no reason not to serve. @returns its end. */
export async function startTidying(
  sweeps: readonly (() => Promise<void>)[],
  uploadHours: number,
  onError: (error: unknown, what: string) => void,
): Promise<() => void> {
  let isEnded = false;
  const tidy = async () => {
    for (const sweep of sweeps) {
      if (isEnded) return;
      // What the end broke off is no failure.
      await sweep().catch((error) => isEnded || onError(error, 'tidying failed'));
    }
  };
  await tidy();
  const everyMs = Math.min(uploadHours > 0 ? uploadHours * 900_000 : TIDY_MS, TIDY_MS);
  let isTidying = false;
  const tidyAgain = async () => {
    // One that takes longer than the time between them is not overtaken by the next.
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
