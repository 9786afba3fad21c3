import { runLength } from './durations.ts';
import type { SoundClip } from './soundtrack.ts';
import type { TimeSpan } from './timeSpans.ts';

/**
 * When parts of a file are heard as a clip plays it: at its pace, backwards, to and fro, again and again.
 * @param spans seconds of the file, within what the clip plays of it. @returns seconds of the whole video, cut to the clip.
 */
export function spansInVideo(clip: SoundClip, spans: readonly TimeSpan[]): TimeSpan[] {
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

/** How long one run of a clip takes, seconds. */
export function clipRun(clip: SoundClip): number {
  return runLength({ ...clip, start: clip.mediaStart, end: clip.mediaEnd });
}

/** Seconds since the run began. */
function spansOfRun(clip: SoundClip, spans: readonly TimeSpan[]): TimeSpan[] {
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
