import { watchKit } from './kitChanges.ts';
import { type BrandList, readWithOthers } from './otherTabs.ts';

/**
 * Has a stored list read when it is first asked for, and then whenever another tab, or what came from another machine, has changed it.
 * @returns what asks for it: done when the list is there.
 */
export function listReader(list: BrandList, read: () => Promise<void>): () => Promise<void> {
  let reading: Promise<void> | undefined;
  watchKit(() => {
    if (reading) reading = reading.then(read);
  });
  return () => {
    if (!reading) {
      readWithOthers(list, () => {
        reading = read();
      });
      reading = read();
    }
    return reading;
  };
}
