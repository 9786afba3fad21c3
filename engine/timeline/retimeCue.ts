import type { Cue } from '../project/subtitles.ts';

/**
 * Returns a cue, and its words, at other times.
 * @param startAt maps a start, in seconds. @param endAt maps an end; default: startAt.
 */
export function retimeCue(cue: Cue, startAt: (time: number) => number, endAt = startAt): Cue {
  const moved = <T extends Pick<Cue, 'startTime' | 'endTime'>>(times: T): T => ({
    ...times,
    startTime: startAt(times.startTime),
    endTime: endAt(times.endTime),
  });
  return { ...moved(cue), ...(cue.words ? { words: cue.words.map(moved) } : {}) };
}
