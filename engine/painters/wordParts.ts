import type { CharacterRange, ShownCues } from '../kinds/cueStates.ts';
import { directionOf, piecesOf } from '../layout/words.ts';

/** A separately painted part of a line. */
export interface WordPart {
  text: string;
  isSpoken: boolean;
  /** Whether it is spoken later. */
  isUpcoming: boolean;
}

type Direction = 'ltr' | 'rtl';
interface Piece extends WordPart {
  /** undefined: as its neighbors. */
  direction: Direction | undefined;
}

const hasStrong = /[\p{L}\u200E\u200F\u061C]/u;

/**
 * Splits a line into words and spaces, in visual order from left to right. Consecutive words of the opposite direction
 * keep their own order (the Unicode Bidirectional Algorithm, applied to words).
 * @param offset of the line's first character in the whole visible text. @param shown the state of its words.
 */
export function wordParts(
  line: string,
  offset: number,
  direction: Direction,
  { spoken, upcoming }: Pick<ShownCues, 'spoken' | 'upcoming'>,
): WordPart[] {
  let at = offset;
  const pieces = piecesOf(line).map((text): Piece => {
    const [from, to] = [at, at + text.length];
    at = to;
    const isIn = (ranges: readonly CharacterRange[]) =>
      text.trim() !== '' && ranges.some((range) => range[0] < to && range[1] > from);
    return {
      text,
      isSpoken: isIn(spoken),
      isUpcoming: isIn(upcoming),
      direction: hasStrong.test(text) ? directionOf(text) : undefined,
    };
  });
  const runs = runsOf(pieces, direction);
  const visual = runs.map((run) => (run.direction === 'rtl' ? run.pieces.toReversed() : run.pieces));
  return (direction === 'rtl' ? visual.toReversed() : visual).flat();
}

/** Groups pieces by direction; neutral ones between two of the same direction join them, others get the line's. */
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
