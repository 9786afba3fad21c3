import { directionOf, piecesOf } from '../layout/words.ts';

/** A part of a line that is painted by itself. */
export interface WordPart {
  text: string;
  isSpoken: boolean;
}

type Direction = 'ltr' | 'rtl';
interface Piece extends WordPart {
  /** undefined: as what stands around it. */
  direction: Direction | undefined;
}

const hasStrong = /[\p{L}\u200E\u200F\u061C]/u;

/**
 * A line in words and the spaces between them, from left to right as they are read in its direction: words of the other
 * direction that follow each other stand in their own order (the Unicode Bidirectional Algorithm, by words).
 * @param offset of the line's first character among all that is shown. @param spoken ranges of characters.
 */
export function wordParts(
  line: string,
  offset: number,
  direction: Direction,
  spoken: readonly (readonly [number, number])[],
): WordPart[] {
  let at = offset;
  const pieces = piecesOf(line).map((text): Piece => {
    const [from, to] = [at, at + text.length];
    at = to;
    const isSpoken = spoken.some((range) => range[0] < to && range[1] > from) && text.trim() !== '';
    return { text, isSpoken, direction: hasStrong.test(text) ? directionOf(text) : undefined };
  });
  const runs = runsOf(pieces, direction);
  const visual = runs.map((run) => (run.direction === 'rtl' ? run.pieces.toReversed() : run.pieces));
  return (direction === 'rtl' ? visual.toReversed() : visual).flat();
}

/** Pieces of one direction in a row; what has none between two of the same is theirs, other is the line's. */
function runsOf(pieces: readonly Piece[], base: Direction): { direction: Direction; pieces: Piece[] }[] {
  const runs: { direction: Direction; pieces: Piece[] }[] = [];
  const add = (direction: Direction, some: Piece[]) => {
    const last = runs.at(-1);
    if (last?.direction === direction) last.pieces.push(...some);
    else if (some.length > 0) runs.push({ direction, pieces: [...some] });
  };
  let waiting: Piece[] = [];
  for (const piece of pieces) {
    if (!piece.direction) {
      waiting.push(piece);
      continue;
    }
    add(runs.at(-1)?.direction === piece.direction ? piece.direction : base, waiting);
    waiting = [];
    add(piece.direction, [piece]);
  }
  add(base, waiting);
  return runs;
}
