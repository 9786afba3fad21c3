import type { EntranceAt } from './entrance.ts';

/** It is written letter by letter. */
export const typewriter: EntranceAt = (share) => ({ shown: share });
