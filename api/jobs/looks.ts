import type { VideoRow } from '../db/tables.ts';
import type { Changes } from './changes.ts';
import type { VideoStore } from './store.ts';

/** Reads the row of a video for all who follow it. */
export type Look = (id: string) => Promise<VideoRow | undefined>;

/**
 * Many may follow one video: one look at its row is for all of them, until it changes.
 * @param freshMs so long a look is good where changes of other processes are not heard of.
 */
export function createLooks(store: Pick<VideoStore, 'get'>, changes: Changes, freshMs: number): Look {
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
