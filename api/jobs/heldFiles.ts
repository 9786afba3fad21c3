import { DatabaseAwayError } from '../db/databaseAway.ts';
import type { LocalFile } from '../storage/storage.ts';
import { outlast } from './outlast.ts';

/** The media of a render, held until it ends: no file of them goes meanwhile. */
export function holdFiles(find: (url: string, signal: AbortSignal) => Promise<LocalFile>, signal: AbortSignal) {
  const held: LocalFile[] = [];
  return {
    /** See RenderOptions. */
    async locate(this: void, url: string): Promise<string> {
      const file = await foundOnceThere(() => find(url, signal), signal);
      held.push(file);
      return file.path;
    },
    /** See RenderOptions. */
    contentOf(this: void, local: string): string | undefined {
      return held.find((file) => file.path === local)?.content;
    },
    /** Lets all of them go. */
    release(): void {
      for (const file of held) file.release();
    },
  };
}

/** Waits while the database is away that knows the file. What else is wrong with it would be so again. */
async function foundOnceThere(find: () => Promise<LocalFile>, signal: AbortSignal): Promise<LocalFile> {
  const found = await outlast(
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
