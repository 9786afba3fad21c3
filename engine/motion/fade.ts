import { easeInOut } from './easing.ts';
import type { EntranceAt } from './entrance.ts';

/** Fades in, in place. */
export const fade: EntranceAt = (share) => ({ opacity: easeInOut(share) });
