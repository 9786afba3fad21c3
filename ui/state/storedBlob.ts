import type { StoredBlob, StudioDatabase } from './database.ts';

let keepsBlobs: Promise<boolean> | undefined;

/** What of a file's bytes the database can keep; tried once a page. Not within a transaction, which would end meanwhile. */
export async function storable(database: StudioDatabase, blob: Blob): Promise<StoredBlob> {
  keepsBlobs ??= tryBlob(database);
  return (await keepsBlobs) ? blob : { type: blob.type, data: await blob.arrayBuffer() };
}

async function tryBlob(database: StudioDatabase): Promise<boolean> {
  const { store, done } = database.transaction('parts', 'readwrite');
  const key = 'trial';
  try {
    await Promise.all([store.put(new Blob([key]), key), store.delete(key), done]);
    return true;
  } catch (error) {
    // Where there is no room, nothing is known.
    return (error as Error).name === 'QuotaExceededError';
  }
}

/** The bytes of what the database has kept. */
export function blobOfStored(stored: StoredBlob): Blob {
  return stored instanceof Blob ? stored : new Blob([stored.data], { type: stored.type });
}
