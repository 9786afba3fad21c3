import { graphemesOf } from '../layout/words.ts';
import type { Cue } from '../project/subtitles.ts';

/**
 * What makes a subtitle hard to read: overlap: it begins before the one before is over; gap: so short a pause flickers; late: the
 * video is over by then.
 */
export type CueMark = 'overlap' | 'gap' | 'speed' | 'length' | 'late';

/** Most characters a second and a line that people read with ease. */
const MOST_PER_SECOND = 17;
const MOST_PER_LINE = 42;
/** A pause of fewer frames than this flickers. */
const FEWEST_FRAMES = 2;
/** What rounding may take off a time, seconds. */
const ROUNDING = 1e-6;

/**
 * The marks of each subtitle that has any, by its id. One walk by time; line breaks are no characters.
 * @param fps frames a second of the video. @param duration its length, seconds.
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

/** What is known of subtitles already: counting the letters of thousands takes its time. */
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
