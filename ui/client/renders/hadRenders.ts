import { storeChoice, storedChoice } from '../page/storedChoice.ts';

const key = 'hadRenders';

/** Returns whether the list of renders had entries when it was last read, so that space is reserved for them. */
export function hadRenders(): boolean {
  return storedChoice(key) === 'yes';
}

/** Stores whether the list has entries. */
export function noteRenders(some: boolean): void {
  storeChoice(key, some ? 'yes' : 'no');
}
