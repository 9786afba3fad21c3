import { emojiSource } from './emoji.ts';
import { iconSource } from './icons.ts';
import type { ImageSource } from './imageSource.ts';

/** Collections that come with Cutroom: they need no network. */
const installed = ['emoji', 'icons'];

/**
 * The collections that a server searches, in this order.
 * @param names default: those that come with Cutroom. "off" for none.
 * @throws Error for a name that is none.
 */
export function openSources(names: readonly string[] = installed): ImageSource[] {
  if (names.length === 1 && names[0] === 'off') return [];
  return [...new Set(names)].map((name) => {
    if (name === 'emoji') return emojiSource();
    if (name === 'icons') return iconSource();
    throw new Error(
      `CUTROOM_IMAGES lists collections of pictures (${installed.join(', ')}) or is "off"; "${name}" is none.`,
    );
  });
}
