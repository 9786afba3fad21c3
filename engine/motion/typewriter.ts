import type { ComingAt } from './coming.ts';

/** It is written letter by letter. */
export const typewriter: ComingAt = (share) => ({ shown: share });
