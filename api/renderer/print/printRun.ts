import { filter } from '../../../engine/effects/ffmpegFilter.ts';
import { FRAME_ROUNDING, type Rate } from '../../../engine/timeline/frameRate.ts';
import { LATENESS, TIME_ROUNDING } from '../../../engine/timeline/mediaTime.ts';
import type { Loop, Output, ScenePlan, Segment, TakenFrames, VideoPart } from '../plan/plan.ts';
import { framesOf, runAt } from '../plan/runFrames.ts';
import { number, printNumbered } from './ffmpegArgs.ts';
import { printDeinterlaced } from './printDeinterlaced.ts';

/** Repeats the last frame forever. */
export const repeatLastFrame = 'tpad=stop=-1:stop_mode=clone';

/** Returns the filters for each frame. @param name prefix of their pad names. */
export type FrameWork = (name: string) => string[];

/**
 * Prints a video part from its source on: the segments of its run with the filters for each frame, then what follows.
 * @param pad of the source. @param name prefix of its pad names. @returns a chain with an open output.
 */
export function printRun(
  pad: string,
  part: VideoPart,
  { rate, scene, name }: { rate: Output['rate']; scene: Pick<ScenePlan, 'frames'>; name: string },
  work: FrameWork,
): string {
  const numbered = printNumbered(rate);
  if (part.segments.length === 0) {
    const rest = part.loop ? printRuns(part.loop, rate) : [repeatLastFrame, numbered];
    return `[${pad}]${[numbered, ...rest, ...work(name)].join(',')}`;
  }
  const end = part.loop
    ? [filter('loop', { loop: -1, size: part.loop.frames }), numbered, ...printRuns(part.loop, rate)]
    : framesOf(part.segments) < scene.frames
      ? [repeatLastFrame]
      : [];
  return printSegments(pad, part, { rate, name, end }, work);
}

/** Prints one run of a part, once. @param end filters that follow. */
export function printSegments(
  pad: string,
  part: Pick<VideoPart, 'segments' | 'speed' | 'lateness' | 'loop' | 'interlaced' | 'sourceRotation' | 'source'>,
  { rate, name, end }: { rate: Output['rate']; name: string; end: readonly string[] },
  work: FrameWork,
): string {
  const { segments, speed, lateness = LATENESS, loop, interlaced, sourceRotation, source } = part;
  const taken = { lateness, ...(loop?.taken ? { rate: loop.taken.rate, speed: 1 } : { rate, speed }) };
  const one = (segment: Segment, own: string) =>
    [
      printTiming(segment, taken),
      ...work(own),
      ...(segment.backwards ? ['reverse', printNumbered(rate)] : []),
      ...printStills(segment, rate),
    ].join(',');
  const whole = interlaced ? `${printDeinterlaced(source, sourceRotation).join(',')},` : '';
  if (segments.length === 1) return [`[${pad}]${whole}${one(segments[0] as Segment, name)}`, ...end].join(',');
  const names = (kind: string) => segments.map((_, i) => `[${name}${kind}${i}]`);
  const [sources, ends] = [names('in'), names('segment')];
  return [
    `[${pad}]${whole}${filter('split', segments.length)}${sources.join('')}`,
    ...segments.map((segment, i) => `${sources[i]}${one(segment, `${name}${i}`)}${ends[i]}`),
    // After concat, times are in microseconds.
    [`${ends.join('')}${filter('concat', { n: segments.length })}`, printNumbered(rate), ...end].join(','),
  ].join(';\n');
}

/** Times count in microseconds: a file's coarse ticks would round every moment to the next tick. */
const fineClock = 'settb=1/1000000';

/** Tolerance within which two times count as equal, in seconds: precision of summed and rounded times. */
const together = 2 * TIME_ROUNDING;

/**
 * Prints frames at even distances from a moment on: each shows the source frame that started last, as players do.
 * @param at seconds of the pad's own clock. @param rate frames per second. @param speed seconds of source per second.
 * @param lateness see `latenessOf`.
 */
export function printMoments(
  at: number,
  rate: Rate,
  {
    speed = 1,
    lateness = LATENESS,
    before = [],
  }: { speed?: number; lateness?: number; before?: readonly string[] } = {},
): string {
  // Holding the last frame before changing the rate keeps fps from dropping it at the end of the stream.
  const pace = speed === 1 ? [repeatLastFrame] : [repeatLastFrame, filter('setpts', `PTS/${number(speed)}`)];
  const start = number((at + lateness + together) / speed);
  return [fineClock, ...before, ...pace, filter('fps', rate.join('/'), { round: 'up', start_time: start })].join(',');
}

/**
 * Prints frames of a segment, in the source's direction. @param taken.rate frames per second; undefined: all frames.
 */
function printTiming(
  segment: Segment,
  { rate, speed, lateness }: { rate: Rate | undefined; speed: number; lateness: number },
): string {
  const { offset, frames, stills, latest = offset } = segment;
  if (stills) return [printMoments(offset, stills.rate), ...printFirst(stills.count)].join(',');
  if (!rate) {
    const [start, end] = [offset - 2 * together, latest + 2 * together];
    return [fineClock, filter('trim', { start, end }), ...printFirst(frames)].join(',');
  }
  const moments = printMoments(offset, rate, { speed, lateness, before: printBounds(segment, lateness) });
  return [moments, ...printFirst(frames)].join(',');
}

/** Numbers frames from 0 and retains the first ones. */
function printFirst(frames: number): string[] {
  return ['setpts=N', filter('trim', { end_frame: frames })];
}

/** Prints stills, each visible from its own time on. */
function printStills({ frames, stills }: Segment, rate: Rate): string[] {
  if (!stills) return [];
  const place = `${exact(stills.first)}+N*${exact(stills.distance)}`;
  // In output ticks, the last still, repeated at the rate of the stills, might never reach a next tick.
  const placed = [
    fineClock,
    filter('setpts', `max(0,ceil(${place}))*${number((1e6 * rate[1]) / rate[0])}`),
    repeatLastFrame,
  ];
  return [...placed, filter('fps', rate.join('/'), { start_time: 0 }), ...printFirst(frames)];
}

/** Keeps frames of a segment within its time limits. */
function printBounds({ offset, earliest, latest }: Segment, lateness: number): string[] {
  const begun = (time: number) => time + lateness + together;
  // Frames up to the earliest visible one are moved forward to the first requested moment.
  const sooner = earliest === undefined ? 0 : Math.ceil((earliest - offset) * 1e6) + 1;
  return [
    ...(latest === undefined ? [] : [filter('trim', { end: begun(latest) + TIME_ROUNDING })]),
    ...(earliest === undefined
      ? []
      : [filter('setpts', `PTS-lte(PTS,${Math.round(begun(earliest) * 1e6)})*${sooner}`)]),
  ];
}

/** Prints the visible frames of a looping run, each from its own time on. Input frames are numbered. */
function printRuns(loop: Loop, rate: Rate): string[] {
  const { frames, period, from = 0, taken } = loop;
  const before = runAt(loop, 0);
  if (!taken) {
    const skipped = from - before * period;
    return skipped > 0 ? [filter('trim', { start_frame: skipped }), 'setpts=PTS-STARTPTS'] : [];
  }
  const run = `${before > 0 ? `(floor(N/${frames})+${before})` : `floor(N/${frames})`}*${exact(period)}`;
  const place = printPlace(taken, 'ld(0)');
  return [
    filter('setpts', `st(0,mod(N,${frames}));ceil(${run}+${place}-${exact(from + FRAME_ROUNDING)})`),
    filter('fps', rate.join('/'), { start_time: 0 }),
  ];
}

/**
 * Prints when a frame of a run is visible, in output frames since the run's start; by binary search over even spans.
 * @param index of the frame, an expression.
 */
function printPlace({ shown }: TakenFrames, index: string): string {
  let before = 0;
  const stretches = shown.map(({ frames, first, distance }) => {
    const from = before;
    before += frames;
    const place = first - from * distance;
    return { from, place: `${index}*${exact(distance)}${place < 0 ? '' : '+'}${exact(place)}` };
  });
  const choose = (first: number, last: number): string => {
    if (first === last) return (stretches[first] as (typeof stretches)[number]).place;
    const middle = Math.ceil((first + last) / 2);
    const { from } = stretches[middle] as (typeof stretches)[number];
    return `if(lt(${index},${from}),${choose(first, middle - 1)},${choose(middle, last)})`;
  };
  return choose(0, stretches.length - 1);
}

/** Formats a factor with enough digits to be multiplied by thousands. */
function exact(value: number): string {
  return value.toFixed(12).replace(/\.?0+$/, '');
}
