import type { Cue } from '../project/subtitles.ts';

/**
 * A subtitle at other times, and its words with it.
 * @param startAt gives the new start for the old one, seconds; @param endAt likewise the end, default: startAt.
 */
export function retimeCue(cue: Cue, startAt: (time: number) => number, endAt = startAt): Cue {
  const moved = <T extends Pick<Cue, 'startTime' | 'endTime'>>(times: T): T => ({
    ...times,
    startTime: startAt(times.startTime),
    endTime: endAt(times.endTime),
  });
  return { ...moved(cue), ...(cue.words ? { words: cue.words.map(moved) } : {}) };
}
