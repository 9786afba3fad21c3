import { FALLBACK_FONT_SIZE, MAX_FONT_SIZE, MIN_FONT_SIZE } from '../project/limits.ts';
import type { Size } from './box.ts';
import { graphemesOf, isBlank, paragraphsOf, piecesOf } from './words.ts';

/** Returns the width of a single-line text in pixels, at a font size in pixels. Must be proportional to the size. */
export type Measure = (text: string, fontSize: number) => number;

/** A text laid out in its box. */
export interface FittedText {
  /** In pixels. */
  fontSize: number;
  /** Lines from top to bottom, without the spaces at breaks. */
  lines: string[];
}

/** Widths are measured once at this font size in pixels, then scaled. */
const referenceSize = 100;
/** Longer pieces are URLs or numbers, not words: fitting may break them. */
const longestWord = 30;
/** Tolerance for rounded widths, in pixels. */
const slack = 0.01;

/**
 * Fits a text to a box: finds the largest integer font size at which its wrapped lines fit without breaking words. A
 * text that does not fit at the smallest size gets that size, and words are broken if necessary.
 * @param lineHeight distance of two baselines, as a multiple of the font size.
 * @returns a size of 6 to 500 pixels; 16 if the box has no area or is not a number.
 */
export function fitText(text: string, box: Size, lineHeight: number, measure: Measure): FittedText {
  const wrapper = createWrapper(text, measure);
  if (!(box.width > 0 && box.height > 0) || !Number.isFinite(box.width + box.height)) {
    return { fontSize: FALLBACK_FONT_SIZE, lines: paragraphsOf(text) };
  }
  const fits = (size: number): boolean =>
    wrapper.widestWord() * size <= box.width + slack &&
    wrapper.lines(size, box.width).length * lineHeight * size <= box.height + slack;
  let low = MIN_FONT_SIZE;
  let high = MAX_FONT_SIZE;
  while (low < high) {
    const middle = Math.ceil((low + high) / 2);
    if (fits(middle)) low = middle;
    else high = middle - 1;
  }
  return { fontSize: low, lines: wrapper.lines(low, box.width) };
}

/**
 * Wraps a text to a width: at line breaks, else between words, else, in a word wider than a line, between characters.
 * Drops spaces at breaks; keeps others.
 * @param width pixels; unless positive, paragraphs are not wrapped.
 */
export function wrapText(text: string, width: number, fontSize: number, measure: Measure): string[] {
  return width > 0 ? createWrapper(text, measure).lines(fontSize, width) : paragraphsOf(text);
}

interface Piece {
  text: string;
  /** Width at font size 1. */
  width: number;
  blank: boolean;
}

interface Wrapper {
  /** Width, at font size 1, of the widest piece that must not be broken. */
  widestWord(): number;
  lines(fontSize: number, width: number): string[];
}

/** Splits and measures a text once, to wrap it at any size. */
function createWrapper(text: string, measure: Measure): Wrapper {
  const widths = new Map<string, number>();
  const widthOf = (piece: string): number => {
    const known = widths.get(piece);
    if (known !== undefined) return known;
    const width = measure(piece, referenceSize) / referenceSize;
    widths.set(piece, width);
    return width;
  };
  const paragraphs = paragraphsOf(text).map((paragraph) =>
    piecesOf(paragraph).map((piece): Piece => ({ text: piece, width: widthOf(piece), blank: isBlank(piece) })),
  );
  const characters = new Map<string, Piece[]>();
  const charactersOf = ({ text: word }: Piece): Piece[] => {
    const known = characters.get(word);
    if (known) return known;
    const found = graphemesOf(word).map((one): Piece => ({ text: one, width: widthOf(one), blank: false }));
    characters.set(word, found);
    return found;
  };
  let widest: number | undefined;
  return {
    widestWord: () => (widest ??= Math.max(0, ...paragraphs.map(widestOf))),
    lines: (fontSize, width) =>
      paragraphs.flatMap((pieces) => wrapPieces(pieces, (width + slack) / fontSize, charactersOf)),
  };
}

function widestOf(pieces: readonly Piece[]): number {
  const words = pieces.filter(
    ({ text, blank }) => !blank && (text.length <= longestWord || graphemesOf(text).length <= longestWord),
  );
  return words.reduce((widest, piece) => Math.max(widest, piece.width), 0);
}

/** Fills lines in order. Spaces are added only when a word follows them on the same line. */
function wrapPieces(pieces: readonly Piece[], limit: number, charactersOf: (piece: Piece) => Piece[]): string[] {
  const lines: string[] = [];
  let line = '';
  let width = 0;
  let spaces = '';
  let spacesWidth = 0;
  const add = (piece: Piece): void => {
    if (line !== '' && width + spacesWidth + piece.width > limit) {
      lines.push(line);
      line = '';
      width = 0;
    } else {
      line += spaces;
      width += spacesWidth;
    }
    line += piece.text;
    width += piece.width;
    spaces = '';
    spacesWidth = 0;
  };
  const breakUp = (piece: Piece): void => {
    if (line !== '') lines.push(line);
    if (line !== '') [line, width, spaces, spacesWidth] = ['', 0, '', 0];
    for (const character of charactersOf(piece)) add(character);
  };
  for (const piece of pieces) {
    if (piece.blank) {
      spaces += piece.text;
      spacesWidth += piece.width;
    } else if (piece.width <= limit) add(piece);
    else breakUp(piece);
  }
  lines.push(line);
  return lines;
}
