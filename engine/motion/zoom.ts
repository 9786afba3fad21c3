import type { ComingAt } from './coming.ts';
import { easeOut } from './easing.ts';

/** Its size at the start, as a share. */
const FIRST = 0.7;

/** It grows into its place, and becomes visible meanwhile. */
export const zoom: ComingAt = (share) => ({
  scale: FIRST + (1 - FIRST) * easeOut(share),
  opacity: easeOut(share),
});
