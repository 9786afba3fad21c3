import { storeChoice, storedChoice } from './choice.ts';

const key = 'hadRenders';

/** Whether the list of renders had any when it was last read in this browser: then room is kept where they come. */
export function hadRenders(): boolean {
  return storedChoice(key) === 'yes';
}

/** Remembers whether the list has any. */
export function noteRenders(some: boolean): void {
  storeChoice(key, some ? 'yes' : 'no');
}
