import type { StoredBlob, StudioDatabase } from './database.ts';

let keepsBlobs: Promise<boolean | undefined> | undefined;

/** What of a file's bytes the database can keep; tried once a page. Not within a transaction, which would end meanwhile. */
export async function storable(database: StudioDatabase, blob: Blob): Promise<StoredBlob> {
  keepsBlobs ??= tryBlob(database);
  const isKept = await keepsBlobs;
  if (isKept === undefined) keepsBlobs = undefined;
  return isKept === false ? { type: blob.type, data: await blob.arrayBuffer() } : blob;
}

/** @returns undefined where nothing is known: there is no room, or the database was closed just then. */
async function tryBlob(database: StudioDatabase): Promise<boolean | undefined> {
  const key = 'trial';
  try {
    const { store, done } = database.transaction('parts', 'readwrite');
    await Promise.all([store.put(new Blob([key]), key), store.delete(key), done]);
    return true;
  } catch (error) {
    return ['QuotaExceededError', 'InvalidStateError'].includes((error as Error).name) ? undefined : false;
  }
}

/** The bytes of what the database has kept. */
export function blobOfStored(stored: StoredBlob): Blob {
  return stored instanceof Blob ? stored : new Blob([stored.data], { type: stored.type });
}
