import { FRAME_ROUNDING } from '../../../engine/timeline/frameRate.ts';
import { LATENESS } from '../../../engine/timeline/mediaTime.ts';
import type { Loop, Output, ScenePlan, Segment, VideoPart } from '../plan/plan.ts';
import { firstFrameOf, framesOf, runAt } from '../plan/runFrames.ts';
import { number } from './ffmpegArgs.ts';

/** Goes on with the last frame for ever. */
export const hold = 'tpad=stop=-1:stop_mode=clone';

/** What is done with each frame: filters, whose own names begin with what is given. */
export type FrameWork = (name: string) => string[];

/**
 * A video part from its source on: every segment of its run with the work that is done on each frame, then what follows.
 * @param pad of the source. @param name beginning of names for pads of its own. @returns a chain with an open end.
 */
export function printRun(
  pad: string,
  part: VideoPart,
  { rate, scene, name }: { rate: Output['rate']; scene: Pick<ScenePlan, 'frames'>; name: string },
  work: FrameWork,
): string {
  const numbered = `settb=${rate[1]}/${rate[0]},setpts=N`;
  if (part.segments.length === 0) {
    const rest = part.loop ? printDrift(part.loop) : [hold, numbered];
    return `[${pad}]${[numbered, ...rest, ...(part.loop ? [numbered] : []), ...work(name)].join(',')}`;
  }
  const end = part.loop
    ? [`loop=loop=-1:size=${part.loop.frames}`, 'setpts=N', ...printDrift(part.loop), numbered]
    : framesOf(part.segments) < scene.frames
      ? [hold]
      : [];
  return printSegments(pad, part, { rate, name, end }, work);
}

/** One run of a part, once. @param end filters that follow. */
export function printSegments(
  pad: string,
  part: Pick<VideoPart, 'segments' | 'speed' | 'loop'>,
  { rate, name, end }: { rate: Output['rate']; name: string; end: readonly string[] },
  work: FrameWork,
): string {
  const { segments, loop } = part;
  const one = (segment: Segment, own: string) =>
    [printTiming(segment, part, rate), ...work(own), ...(segment.backwards ? ['reverse', 'setpts=N'] : [])].join(',');
  if (segments.length === 1) return [`[${pad}]${one(segments[0] as Segment, name)}`, ...end].join(',');
  const names = (kind: string) => segments.map((_, i) => `[${name}${kind}${i}]`);
  const [sources, ends] = [names('in'), names('segment')];
  return [
    `[${pad}]split=${segments.length}${sources.join('')}`,
    ...segments.map((segment, i) => `${sources[i]}${one(segment, `${name}${i}`)}${ends[i]}`),
    // Joined, times are in millionths of a second.
    [
      `${ends.join('')}concat=n=${segments.length}`,
      `settb=${rate[1]}/${rate[0] * (loop?.fine ?? 1)}`,
      'setpts=N',
      ...end,
    ].join(','),
  ].join(';\n');
}

/** Frames of a segment, in the source's own direction: each shows the source frame that began last, as a player does. */
function printTiming(
  { offset, frames }: Segment,
  { speed, loop }: Pick<VideoPart, 'speed' | 'loop'>,
  [count, per]: Output['rate'],
): string {
  // Holding the last frame before the rate is changed keeps fps from dropping it at the end of the stream.
  const pace = speed === 1 ? hold : `${hold},settb=1/1000000,setpts=PTS/${number(speed)}`;
  const start = number((offset + LATENESS) / speed);
  return `${pace},fps=${count * (loop?.fine ?? 1)}/${per}:round=up:start_time=${start},setpts=N,trim=end_frame=${frames}`;
}

/**
 * Of a run's frames that come again and again, those that are shown: where a run is no whole number of frames long,
 * or more frames are taken than are shown, one goes unless a frame of the output falls between it and the next.
 */
function printDrift(loop: Loop): string[] {
  const { frames, period, fine, from = 0 } = loop;
  const before = runAt(loop, from);
  const skipped = from - firstFrameOf(loop, before);
  const skip = skipped > 0 ? [`trim=start_frame=${skipped}`] : [];
  if (frames === period && fine === 1) return skip;
  const run = `${before > 0 ? `(floor(n/${frames})+${before})` : `floor(n/${frames})`}*${exact(period)}`;
  const place = (frame: string) => `${run}+${frame}/${fine}`;
  const end = `min(${place(`(mod(n,${frames})+1)`)},${run}+${exact(period)})`;
  const chosen = `gt(ceil(${end}-${FRAME_ROUNDING}),ceil(${place(`mod(n,${frames})`)}-${FRAME_ROUNDING}))`;
  return [`select='${chosen}'`, ...(skipped > 0 ? ['setpts=N', ...skip] : [])];
}

/** A number that is multiplied by thousands. */
function exact(value: number): string {
  return String(Number(value.toFixed(12)));
}
