import { graphemesOf } from '../layout/words.ts';
import type { Cue } from '../project/subtitles.ts';

/**
 * Reasons why a subtitle is hard to read: overlap: it begins before its predecessor ends; gap: a short pause before it
 * flickers; speed: too many characters a second; length: a line is too long; late: it begins after the end of the
 * video.
 */
export type CueMark = 'overlap' | 'gap' | 'speed' | 'length' | 'late';

/** Most characters a second and a line for easy reading. */
const MOST_PER_SECOND = 17;
const MOST_PER_LINE = 42;
/** A pause of fewer frames flickers. */
const FEWEST_FRAMES = 2;
/** Tolerance for rounded times, in seconds. */
const ROUNDING = 1e-6;

/**
 * Returns the marks of subtitles that have any, by id. Line breaks do not count as characters.
 * @param fps frame rate of the video. @param duration its length in seconds.
 */
export function cueMarks(
  cues: readonly Cue[],
  { fps, duration }: { fps: number; duration: number },
): Map<string, CueMark[]> {
  const found = new Map<string, CueMark[]>();
  let over: number | undefined;
  for (const cue of cues.toSorted((a, b) => a.startTime - b.startTime)) {
    if (cue.text.trim() === '') continue;
    const pause = over === undefined ? Number.POSITIVE_INFINITY : cue.startTime - over;
    const marks: CueMark[] = [
      ...(cue.startTime > duration - ROUNDING ? ['late' as const] : []),
      ...(pause < -ROUNDING ? ['overlap' as const] : []),
      ...(pause > ROUNDING && pause < FEWEST_FRAMES / fps - ROUNDING ? ['gap' as const] : []),
      ...readingMarks(cue),
    ];
    if (marks.length > 0) found.set(cue.id, marks);
    over = Math.max(over ?? 0, cue.endTime);
  }
  return found;
}

/** Cached marks, because counting the graphemes of thousands of cues is slow. */
const known = new WeakMap<Cue, readonly CueMark[]>();

function readingMarks(cue: Cue): readonly CueMark[] {
  const marks = known.get(cue) ?? countedMarks(cue);
  known.set(cue, marks);
  return marks;
}

function countedMarks({ text, startTime, endTime }: Cue): CueMark[] {
  const lengths = text.split('\n').map((line) => graphemesOf(line).length);
  const all = lengths.reduce((sum, length) => sum + length, 0);
  const isFast = all > MOST_PER_SECOND * (endTime - startTime) + ROUNDING;
  return [...(isFast ? ['speed' as const] : []), ...(Math.max(...lengths) > MOST_PER_LINE ? ['length' as const] : [])];
}
