import type { EntranceAt } from './entrance.ts';

/** Overshoot of a tenth, as in the common "back" easing. */
const OVERSHOOT = 1.70158;
/** Scale at the start. */
const FIRST = 0.3;
/** Share of the time after which it is fully opaque. */
const VISIBLE = 0.4;

/** Scales up quickly with an overshoot. */
export const pop: EntranceAt = (share) => {
  const left = share - 1;
  const grown = 1 + (OVERSHOOT + 1) * left ** 3 + OVERSHOOT * left ** 2;
  return { scale: FIRST + (1 - FIRST) * grown, opacity: Math.min(1, share / VISIBLE) };
};
