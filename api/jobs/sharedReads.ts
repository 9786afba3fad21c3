import type { VideoRow } from '../db/tables.ts';
import type { Changes } from './jobChanges.ts';
import type { VideoStore } from './jobStore.ts';

/** Reads the row of a video on behalf of all its followers. */
export type ReadVideoRow = (id: string) => Promise<VideoRow | undefined>;

/**
 * Shares reads of a video's row between its followers until the row changes.
 * @param freshMs lifetime of a read, since changes by other processes are not announced here.
 */
export function createSharedReads(store: Pick<VideoStore, 'get'>, changes: Changes, freshMs: number): ReadVideoRow {
  const looks = new Map<string, Promise<VideoRow | undefined>>();
  changes.listen((id) => void looks.delete(id));
  return (id) => {
    const known = looks.get(id);
    if (known) return known;
    const look = store.get(id);
    looks.set(id, look);
    const forget = () => {
      if (looks.get(id) === look) looks.delete(id);
    };
    look.then(() => setTimeout(forget, freshMs).unref(), forget);
    return look;
  };
}
