import { proxy } from 'valtio/vanilla';

/** What was done last on the canvas, in words for screen readers. */
export const said = proxy({ words: '' });

/** Says something once, also when it is the same as before. */
export function say(words: string): void {
  // Only a change is read out; a space at the end is none for the ear.
  said.words = said.words === words ? `${words} ` : words;
}

/** A number of layers in words. */
export function countWords(count: number): string {
  return count === 1 ? '1 layer' : `${count} layers`;
}
