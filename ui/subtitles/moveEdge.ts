import { moveCue, setCueTimes } from '../../engine/edit/cues.ts';
import type { Cue } from '../../engine/project/subtitles.ts';
import { type SnappedTime, snapTimes } from '../../engine/timeline/snapTime.ts';

/** Part of a cue that moves in time: an edge, or the whole cue. */
export type CuePart = 'start' | 'end' | 'both';

/** Minimum length of a cue when an edge moves, in seconds. */
const LEAST = 0.1;

/** Returns the times of the edges that move with a part, in seconds; the part is positioned by the first one. */
export function edgesOf({ startTime, endTime }: Cue, part: CuePart): number[] {
  return { start: [startTime], end: [endTime], both: [startTime, endTime] }[part];
}

/** Moves a part of a cue to a time, within limits. @param to in seconds. @param duration of the video. */
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
  // A cue that already ends after the video may stay there.
  const last = Math.max(duration, endTime);
  if (part === 'both') return moveCue(cues, id, Math.min(Math.max(0, to), last - (endTime - startTime)) - startTime);
  if (part === 'start') return setCueTimes(cues, id, { startTime: Math.max(0, Math.min(to, endTime - LEAST)) });
  return setCueTimes(cues, id, { endTime: Math.min(last, Math.max(to, startTime + LEAST)) });
}

/** Snaps a dragged part to the playhead, the edges of other cues and the ends of the video. */
export function snapPart(
  cues: readonly Cue[],
  { id, edges, shown, duration }: { id: string; edges: readonly number[]; shown: number; duration: number },
  tolerance: number,
): SnappedTime {
  const isNear = (time: number) => edges.some((edge) => Math.abs(edge - time) <= tolerance);
  const others = cues.flatMap((cue) => (cue.id === id ? [] : [cue.startTime, cue.endTime].filter(isNear)));
  return snapTimes(edges, [shown, ...others, 0, duration], tolerance);
}
