import { easeOut } from './easing.ts';
import type { EntranceAt } from './entrance.ts';

/** Scale at the start. */
const FIRST = 0.7;

/** Scales up and fades in. */
export const zoom: EntranceAt = (share) => ({
  scale: FIRST + (1 - FIRST) * easeOut(share),
  opacity: easeOut(share),
});
