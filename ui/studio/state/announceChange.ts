import { proxy } from 'valtio/vanilla';

/** The last action on the canvas, as text for screen readers. */
export const lastAnnouncement = proxy({ words: '' });

/** Announces a message once, even if it repeats the previous one. */
export function announceChange(words: string): void {
  // Screen readers read only changes. A trailing space makes a repeated message different but is not audible.
  lastAnnouncement.words = lastAnnouncement.words === words ? `${words} ` : words;
}

/** A number of layers in words. */
export function countWords(count: number): string {
  return count === 1 ? '1 layer' : `${count} layers`;
}
