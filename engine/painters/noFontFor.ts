/** Most letters to name. */
const MOST_LETTERS = 20;
/** Most letters to count; callers can stop searching there. */
export const MOST_COUNTED = 200;

/** Note on letters that no font has. @param letters may have duplicates. */
export function missingFontNote(letters: readonly string[]): string {
  const all = [...new Set(letters)];
  const named = all.slice(0, MOST_LETTERS).join('');
  const left = all.length > MOST_COUNTED ? 'many' : all.length - MOST_LETTERS;
  const more = all.length > MOST_LETTERS ? ` and ${left} more` : '';
  return `No font here supports “${named}”${more}; boxes are shown instead.`;
}
