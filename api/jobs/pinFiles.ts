import { DatabaseAwayError } from '../db/databaseAway.ts';
import type { LocalFile } from '../storage/storage.ts';
import { retryDatabase } from './retryDatabase.ts';

/** Locks the media files of a render, so that none is deleted before it ends. */
export function pinFiles(find: (url: string, signal: AbortSignal) => Promise<LocalFile>, signal: AbortSignal) {
  const pinned: LocalFile[] = [];
  return {
    /** See RenderOptions. */
    async locate(this: void, url: string): Promise<string> {
      const file = await foundOnceThere(() => find(url, signal), signal);
      pinned.push(file);
      return file.path;
    },
    /** See RenderOptions. */
    contentOf(this: void, local: string): string | undefined {
      return pinned.find((file) => file.path === local)?.content;
    },
    /** Unlocks all files. */
    release(): void {
      for (const file of pinned) file.release();
    },
  };
}

/** Retries while the database that knows the file is unreachable. Other errors would only repeat. */
async function foundOnceThere(find: () => Promise<LocalFile>, signal: AbortSignal): Promise<LocalFile> {
  const found = await retryDatabase(
    () =>
      find().catch((error: unknown) => {
        if (error instanceof DatabaseAwayError) throw error;
        return { error };
      }),
    signal,
  );
  if ('error' in found) throw found.error;
  return found;
}
