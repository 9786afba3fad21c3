import type { StoredBlob, StudioDatabase } from './database.ts';

let keepsBlobs: Promise<boolean | undefined> | undefined;

/**
 * Converts a file to a form that the database can store; tests the browser once per page. Must not run within a
 * transaction, which would close meanwhile.
 */
export async function storable(database: StudioDatabase, blob: Blob): Promise<StoredBlob> {
  keepsBlobs ??= tryBlob(database);
  const isKept = await keepsBlobs;
  if (isKept === undefined) keepsBlobs = undefined;
  return isKept === false ? { type: blob.type, data: await blob.arrayBuffer() } : blob;
}

/** @returns undefined if unknown: storage is full, or the database was just closed. */
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

/** Returns stored bytes as a Blob. */
export function blobOfStored(stored: StoredBlob): Blob {
  return stored instanceof Blob ? stored : new Blob([stored.data], { type: stored.type });
}
