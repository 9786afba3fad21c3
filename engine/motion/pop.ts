import type { EntranceAt } from './entrance.ts';

/** How much it goes too far: a tenth, as the usual "back" easing does. */
const OVERSHOOT = 1.70158;
/** Its size at the start, as a share. */
const FIRST = 0.3;
/** In this share of the time it has become visible. */
const VISIBLE = 0.4;

/** It jumps up, a little larger than it is, and settles. */
export const pop: EntranceAt = (share) => {
  const left = share - 1;
  const grown = 1 + (OVERSHOOT + 1) * left ** 3 + OVERSHOOT * left ** 2;
  return { scale: FIRST + (1 - FIRST) * grown, opacity: Math.min(1, share / VISIBLE) };
};
