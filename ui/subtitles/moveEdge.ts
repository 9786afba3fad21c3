import { moveCue, setCueTimes } from '../../engine/edit/cues.ts';
import type { Cue } from '../../engine/project/subtitles.ts';
import { type SnappedTime, snapTimes } from '../../engine/timeline/snapTime.ts';

/** What of a subtitle is moved along the time: an edge, or all of it. */
export type CuePart = 'start' | 'end' | 'both';

/** The least that is left of a subtitle where an edge is moved, seconds. */
const LEAST = 0.1;

/** When the edges are that move with a part, seconds; the first one is what the part is moved to. */
export function edgesOf({ startTime, endTime }: Cue, part: CuePart): number[] {
  return { start: [startTime], end: [endTime], both: [startTime, endTime] }[part];
}

/** Moves a part of a subtitle to a time, as far as it goes. @param to seconds. @param duration of the video. */
export function movePart(
  cues: readonly Cue[],
  id: string,
  part: CuePart,
  to: number,
  duration: number,
): readonly Cue[] {
  const cue = cues.find((one) => one.id === id);
  if (!cue) return cues;
  const { startTime, endTime } = cue;
  // What ends behind the video may stay there.
  const last = Math.max(duration, endTime);
  if (part === 'both') return moveCue(cues, id, Math.min(Math.max(0, to), last - (endTime - startTime)) - startTime);
  if (part === 'start') return setCueTimes(cues, id, { startTime: Math.max(0, Math.min(to, endTime - LEAST)) });
  return setCueTimes(cues, id, { endTime: Math.min(last, Math.max(to, startTime + LEAST)) });
}

/** Where a part that is dragged snaps: to the playhead, the edges of the other subtitles and the ends of the video. */
export function snapPart(
  cues: readonly Cue[],
  { id, edges, shown, duration }: { id: string; edges: readonly number[]; shown: number; duration: number },
  tolerance: number,
): SnappedTime {
  const isNear = (time: number) => edges.some((edge) => Math.abs(edge - time) <= tolerance);
  const others = cues.flatMap((cue) => (cue.id === id ? [] : [cue.startTime, cue.endTime].filter(isNear)));
  return snapTimes(edges, [shown, ...others, 0, duration], tolerance);
}
