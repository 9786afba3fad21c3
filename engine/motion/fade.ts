import { easeInOut } from './easing.ts';
import type { EntranceAt } from './entrance.ts';

/** It becomes visible, in its place. */
export const fade: EntranceAt = (share) => ({ opacity: easeInOut(share) });
