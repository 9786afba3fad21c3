import { wordsOf } from '../kinds/cueWords.ts';
import type { Cue } from '../project/subtitles.ts';
import { overlapWith, spansWithout, type TimeSpan, unitedSpans } from '../timeline/timeSpans.ts';
import { struckSpans, struckWords, withWordTimes } from './cueCuts.ts';

/** Strikes subtitles out of a video and restores them: edits both the subtitles and the removed spans. */

/** Subtitles of a video and the spans that are cut out. */
export interface CutVideo {
  cues: readonly Cue[];
  /** In order, not overlapping; in seconds of the source. */
  removed: readonly TimeSpan[];
}

/** Tolerance for rounded times, in seconds. */
const ROUNDING = 0.001;

/** Returns whether a subtitle is cut out completely. */
export function isStruck({ startTime, endTime }: TimeSpan, removed: readonly TimeSpan[]): boolean {
  return overlapWith({ startTime, endTime }, removed) >= endTime - startTime - ROUNDING;
}

/** Cuts spans out of a video. */
export function cutOut({ cues, removed }: CutVideo, spans: readonly TimeSpan[]): CutVideo {
  return { cues, removed: unitedSpans([...removed, ...spans]) };
}

/** Cuts out a subtitle, and the pause to an adjacent one that is cut out too. */
export function strikeCue(video: CutVideo, id: string): CutVideo {
  const { cues, removed } = video;
  const struck = cues.filter((cue) => cue.id === id || isStruck(cue, removed));
  return cutOut(video, struckSpans(cues, new Set(struck.map((cue) => cue.id))));
}

/**
 * Cuts out the words that a text selection touches; the whole subtitle if those are all of its words or none.
 * @param from, to character offsets.
 */
export function strikeWords(video: CutVideo, id: string, from: number, to: number): CutVideo {
  const { cues } = video;
  const index = cues.findIndex((one) => one.id === id);
  const cue = cues[index];
  if (!cue) return video;
  const timed = withWordTimes(cue);
  const isAll = wordsOf(timed).every((word) => word.from < to && word.to > from);
  const span = struckWords(timed, from, to);
  if (isAll || !span) return strikeCue(video, id);
  return cutOut({ ...video, cues: timed === cue ? cues : cues.with(index, timed) }, [span]);
}

/** Restores a subtitle, and the pause to an adjacent one that stays cut out. Removes interpolated word times. */
export function restoreCue({ cues, removed }: CutVideo, id: string): CutVideo {
  const ordered = cues.toSorted((a, b) => a.startTime - b.startTime);
  const index = ordered.findIndex((one) => one.id === id);
  const [before, cue, after] = [ordered[index - 1], ordered[index], ordered[index + 1]];
  if (!cue) return { cues, removed };
  const startTime = before && isStruck(before, removed) ? Math.min(before.endTime, cue.startTime) : cue.startTime;
  const endTime = after && isStruck(after, removed) ? Math.max(after.startTime, cue.endTime) : cue.endTime;
  const untimed = withoutSharedTimes(cue);
  return {
    cues: untimed === cue ? cues : cues.with(cues.indexOf(cue), untimed),
    removed: spansWithout(removed, [{ startTime, endTime }]),
  };
}

function withoutSharedTimes(cue: Cue): Cue {
  const { words, ...bare } = cue;
  return words && JSON.stringify(words) === JSON.stringify(withWordTimes(bare).words) ? bare : cue;
}
