import { MAX_NAME_LENGTH } from '../project/limits.ts';

/**
 * Cuts a name to a maximum length between two graphemes, never inside an emoji or a syllable.
 * @param most UTF-16 units; default 200.
 */
export function truncateName(name: string, most = MAX_NAME_LENGTH): string {
  if (name.length <= most) return name;
  let cut = '';
  // Two more units show whether the last grapheme is complete; a long pasted text is not scanned further.
  for (const { segment: letter } of new Intl.Segmenter().segment(name.slice(0, most + 2))) {
    if (cut.length + letter.length > most) break;
    cut += letter;
  }
  return cut;
}
