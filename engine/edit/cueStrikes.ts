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

/** Cuts out subtitles, and the pauses to adjacent ones that are cut out too. */
export function strikeCues(video: CutVideo, ids: ReadonlySet<string>): CutVideo {
  const { cues, removed } = video;
  const struck = cues.filter((cue) => ids.has(cue.id) || isStruck(cue, removed));
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
  if (isAll || !span) return strikeCues(video, new Set([id]));
  return cutOut({ ...video, cues: timed === cue ? cues : cues.with(index, timed) }, [span]);
}

/** End of a sentence, with closing quotes. */
const sentenceEnd = /[.!?\u2026\u3002\uff01\uff1f\u061f\u0964]["'\u201d\u2019\u300d)\]]*$/u;
/** A pause of this length ends a sentence too, in seconds: recognized speech may have no punctuation. */
const SENTENCE_PAUSE = 0.7;

/**
 * Cuts out the sentence at a position in a subtitle, which may begin or end in other subtitles.
 * @param at character offset; between two sentences, the later one.
 */
export function strikeSentence(video: CutVideo, id: string, at: number): CutVideo {
  const ordered = video.cues.toSorted((a, b) => a.startTime - b.startTime);
  const words = ordered.flatMap((cue) => wordsOf(cue).map((word) => ({ ...word, cue })));
  const isEnd = (index: number) => {
    const [word, next] = [words[index], words[index + 1]];
    if (!word || !next || next.startTime - word.endTime >= SENTENCE_PAUSE) return true;
    return sentenceEnd.test(word.cue.text.slice(word.from, word.to));
  };
  const chosen = words.findIndex(({ cue, to }) => cue.id === id && to > at);
  const own = chosen >= 0 ? chosen : words.findLastIndex(({ cue }) => cue.id === id);
  if (own < 0) return video;
  let [first, last] = [own, own];
  while (first > 0 && !isEnd(first - 1)) first -= 1;
  while (!isEnd(last)) last += 1;
  const said = words.slice(first, last + 1);
  const touched = new Set(said.map(({ cue }) => cue));
  const cues = video.cues.map((cue) => (touched.has(cue) ? withWordTimes(cue) : cue));
  const endTime = Math.max(...said.map((word) => word.endTime));
  return cutOut({ ...video, cues }, [{ startTime: said[0]?.startTime ?? endTime, endTime }]);
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
