import { fadeThrough } from './fadeThrough.ts';

/** Fades the previous scene to black, then the next one from black. */
export const fadeThroughBlack = fadeThrough('black');
