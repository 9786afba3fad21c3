import { fadeThrough } from './fadeThrough.ts';

/** Fades the previous scene to white, then the next one from white. */
export const fadeThroughWhite = fadeThrough('white');
