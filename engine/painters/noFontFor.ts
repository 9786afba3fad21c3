/** How many letters are named. */
const MOST_LETTERS = 20;
/** How many are counted: whoever looks for them need not look for more. */
export const MOST_COUNTED = 200;

/** Said of letters of a text that no font has. @param letters each may be there several times. */
export function noFontFor(letters: readonly string[]): string {
  const all = [...new Set(letters)];
  const named = all.slice(0, MOST_LETTERS).join('');
  const left = all.length > MOST_COUNTED ? 'many' : all.length - MOST_LETTERS;
  const more = all.length > MOST_LETTERS ? ` and ${left} more` : '';
  return `No font here supports “${named}”${more}; boxes are shown instead.`;
}
