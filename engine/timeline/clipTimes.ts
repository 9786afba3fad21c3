import { runLength } from './durations.ts';
import type { AudioClip } from './soundtrack.ts';
import type { TimeSpan } from './timeSpans.ts';

/**
 * Maps spans of a file to the times at which a clip plays them, with its speed, direction and loops.
 * @param spans seconds of the file, within the played part. @returns seconds of the whole video, clamped to the clip.
 */
export function spansInVideo(clip: AudioClip, spans: readonly TimeSpan[]): TimeSpan[] {
  const { start, end, loops } = clip;
  const once = spansOfRun(clip, spans);
  const runs = loops ? Math.ceil((end - start) / clipRun(clip)) : 1;
  return Array.from({ length: once.length > 0 ? runs : 0 }, (_, run) => start + run * clipRun(clip)).flatMap((from) =>
    once.map(({ startTime, endTime }) => ({
      startTime: Math.max(start, from + startTime),
      endTime: Math.min(end, from + endTime),
    })),
  );
}

/** Returns the length of one run of a clip, in seconds. */
export function clipRun(clip: AudioClip): number {
  return runLength({ ...clip, start: clip.mediaStart, end: clip.mediaEnd });
}

/** Returns spans in seconds since the start of a run. */
function spansOfRun(clip: AudioClip, spans: readonly TimeSpan[]): TimeSpan[] {
  const { mediaStart, mediaEnd, speed, isReversed, isBoomeranged } = clip;
  const forwards = spans.map(({ startTime, endTime }) => ({
    startTime: (startTime - mediaStart) / speed,
    endTime: (endTime - mediaStart) / speed,
  }));
  const length = (mediaEnd - mediaStart) / speed;
  const first = isReversed ? mirrored(forwards, length) : forwards;
  return isBoomeranged ? [...first, ...mirrored(first, 2 * length)] : first;
}

function mirrored(spans: readonly TimeSpan[], length: number): TimeSpan[] {
  return spans.map(({ startTime, endTime }) => ({ startTime: length - endTime, endTime: length - startTime }));
}
