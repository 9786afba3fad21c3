import type { ComingAt } from './coming.ts';
import { easeInOut } from './easing.ts';

/** It becomes visible, in its place. */
export const fade: ComingAt = (share) => ({ opacity: easeInOut(share) });
