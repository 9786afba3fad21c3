import type { EntranceAt } from './entrance.ts';

/** Moves in from beyond an edge of the canvas, decelerating. */
export const slide: EntranceAt = (share, side) => {
  const left = (1 - share) ** 3;
  const away = side === 'left' || side === 'top' ? -left : left;
  return { away: side === 'left' || side === 'right' ? { x: away, y: 0 } : { x: 0, y: away } };
};
