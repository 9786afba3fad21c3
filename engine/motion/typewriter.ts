import type { EntranceAt } from './entrance.ts';

/** Shows letter after letter. */
export const typewriter: EntranceAt = (share) => ({ shown: share });
