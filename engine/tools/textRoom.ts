import { type Measure, wrapText } from '../layout/textFit.ts';

/** Advance widths of Arial's printable ASCII characters, from space to tilde, in thousandths of the font size. */
const arialWidths = [
  278, 278, 355, 556, 556, 889, 667, 191, 333, 333, 389, 584, 278, 333, 278, 278, 556, 556, 556, 556, 556, 556, 556,
  556, 556, 556, 278, 278, 584, 584, 584, 556, 1015, 667, 667, 722, 722, 667, 611, 778, 722, 278, 500, 667, 556, 833,
  722, 778, 667, 778, 722, 667, 611, 722, 667, 944, 667, 667, 611, 278, 278, 278, 469, 556, 333, 556, 556, 500, 556,
  556, 278, 556, 556, 222, 222, 500, 222, 833, 556, 556, 556, 556, 333, 500, 278, 556, 500, 722, 500, 500, 500, 334,
  260, 334, 584,
];

/** Largest factor of other families' widths to Arial's, for a line of English text. */
const widerThanArial: Record<string, number> = {
  arial: 1,
  helvetica: 1,
  'times new roman': 1,
  'comic sans ms': 1.05,
  impact: 1.05,
  roboto: 1.05,
  georgia: 1.1,
  verdana: 1.25,
  'arial black': 1.35,
};

/**
 * Returns how many lines a text takes, without a canvas, so that a tool compiles to the same project everywhere. Exact
 * for plain letters of Arial and Courier New; other families and scripts are overestimated, so the room is never too
 * small.
 * @param width of a line, and fontSize, in the same unit.
 */
export function lineCount(text: string, width: number, fontSize: number, family: string): number {
  return text.trim() === '' ? 0 : wrapText(text.trim(), width, fontSize, measureOf(family)).length;
}

function measureOf(family: string): Measure {
  const name = family.toLowerCase();
  const factor = widerThanArial[name] ?? 1.2;
  const plain =
    name === 'courier new' ? () => 0.6 : (code: number) => (factor * (arialWidths[code - 32] ?? 600)) / 1000;
  return (text, fontSize) => {
    let width = 0;
    for (const character of text) width += widthOf(character.codePointAt(0) as number, plain);
    return width * fontSize;
  };
}

/** Returns the width of a character, in font sizes. */
function widthOf(code: number, plain: (code: number) => number): number {
  if (code >= 32 && code < 127) return plain(code);
  if (code < 32 || isMark(code)) return 0;
  // From Hangul Jamo on, scripts have square characters; emoji are wider still.
  if (code >= 0x1f000) return 1.3;
  if (code >= 0x1100) return 1;
  return 0.85;
}

/** Returns whether a character only combines with the previous one. */
function isMark(code: number): boolean {
  return (code >= 0x300 && code <= 0x36f) || code === 0x200d || (code >= 0xfe00 && code <= 0xfe0f);
}
