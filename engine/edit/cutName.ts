import { MAX_NAME_LENGTH } from '../project/limits.ts';

/**
 * The beginning of a name that fits where it is stored, cut between two letters as people see them: never inside an emoji
 * or a syllable.
 * @param most UTF-16 units, as the model counts them; default 200.
 */
export function cutName(name: string, most = MAX_NAME_LENGTH): string {
  if (name.length <= most) return name;
  let cut = '';
  // What follows the last letter says whether it is whole; of a pasted book no more is looked at.
  for (const { segment: letter } of new Intl.Segmenter().segment(name.slice(0, most + 2))) {
    if (cut.length + letter.length > most) break;
    cut += letter;
  }
  return cut;
}
