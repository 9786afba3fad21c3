import type { Adjustment } from './adjustment.ts';

/** One adjustment after another, as one. */
export function thenAdjustment(first: Adjustment, second: Adjustment): Adjustment {
  return {
    gain: first.gain * second.gain,
    lift: first.lift * second.gain + second.lift,
    chroma: first.chroma * second.chroma,
    u: first.u * second.chroma + second.u,
    v: first.v * second.chroma + second.v,
  };
}
