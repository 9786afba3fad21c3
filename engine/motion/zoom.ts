import { easeOut } from './easing.ts';
import type { EntranceAt } from './entrance.ts';

/** Its size at the start, as a share. */
const FIRST = 0.7;

/** It grows into its place, and becomes visible meanwhile. */
export const zoom: EntranceAt = (share) => ({
  scale: FIRST + (1 - FIRST) * easeOut(share),
  opacity: easeOut(share),
});
