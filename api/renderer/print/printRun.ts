import { FRAME_ROUNDING, type Rate } from '../../../engine/timeline/frameRate.ts';
import { LATENESS, TIME_ROUNDING } from '../../../engine/timeline/mediaTime.ts';
import type { Loop, Output, ScenePlan, Segment, TakenFrames, VideoPart } from '../plan/plan.ts';
import { framesOf, runAt } from '../plan/runFrames.ts';
import { number } from './ffmpegArgs.ts';
import { printDeinterlaced } from './printDeinterlaced.ts';

/** Goes on with the last frame forever. */
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
    const rest = part.loop ? printRuns(part.loop, rate) : [hold, numbered];
    return `[${pad}]${[numbered, ...rest, ...work(name)].join(',')}`;
  }
  const end = part.loop
    ? [`loop=loop=-1:size=${part.loop.frames}`, numbered, ...printRuns(part.loop, rate)]
    : framesOf(part.segments) < scene.frames
      ? [hold]
      : [];
  return printSegments(pad, part, { rate, name, end }, work);
}

/** One run of a part, once. @param end filters that follow. */
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
      ...(segment.backwards ? ['reverse', 'setpts=N'] : []),
      ...printHeld(segment, rate),
    ].join(',');
  const whole = interlaced ? `${printDeinterlaced(source, sourceRotation).join(',')},` : '';
  if (segments.length === 1) return [`[${pad}]${whole}${one(segments[0] as Segment, name)}`, ...end].join(',');
  const names = (kind: string) => segments.map((_, i) => `[${name}${kind}${i}]`);
  const [sources, ends] = [names('in'), names('segment')];
  return [
    `[${pad}]${whole}split=${segments.length}${sources.join('')}`,
    ...segments.map((segment, i) => `${sources[i]}${one(segment, `${name}${i}`)}${ends[i]}`),
    // Joined, times are in millionths of a second.
    [`${ends.join('')}concat=n=${segments.length}`, `settb=${rate[1]}/${rate[0]}`, 'setpts=N', ...end].join(','),
  ].join(';\n');
}

/** Times are counted in millionths of a second: in coarse ticks of a file every moment would be rounded to the next of them. */
const fineClock = 'settb=1/1000000';

/** What begins so little after a moment begins at it: sums of times and their roundings are this exact, seconds. */
const together = 2 * TIME_ROUNDING;

/**
 * Frames at even distances, the first one at a moment: each shows the source frame that began last, as a player does.
 * @param at seconds of the pad's own clock. @param rate frames a second. @param speed seconds of the source a second.
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
  // Holding the last frame before the rate is changed keeps fps from dropping it at the end of the stream.
  const pace = speed === 1 ? [hold] : [hold, `setpts=PTS/${number(speed)}`];
  const start = number((at + lateness + together) / speed);
  return [fineClock, ...before, ...pace, `fps=${rate.join('/')}:round=up:start_time=${start}`].join(',');
}

/** Frames of a segment, in the source's own direction. @param taken.rate frames a second; undefined: as they come. */
function printTiming(
  segment: Segment,
  { rate, speed, lateness }: { rate: Rate | undefined; speed: number; lateness: number },
): string {
  const { offset, frames, stills, latest = offset } = segment;
  if (stills) return `${printMoments(offset, stills.rate)},setpts=N,trim=end_frame=${stills.count}`;
  if (!rate) {
    const [start, end] = [number(offset - 2 * together), number(latest + 2 * together)];
    return `${fineClock},trim=start=${start}:end=${end},setpts=N,trim=end_frame=${frames}`;
  }
  return `${printMoments(offset, rate, { speed, lateness, before: printBounds(segment, lateness) })},setpts=N,trim=end_frame=${frames}`;
}

/** Stills, each shown from its own time on. */
function printHeld({ frames, stills }: Segment, rate: Rate): string[] {
  if (!stills) return [];
  const place = `${exact(stills.first)}+N*${exact(stills.distance)}`;
  // In the ticks of the output the last one, held at the rate of the stills, might never come to a next tick.
  const placed = [fineClock, `setpts='max(0,ceil(${place}))*${number((1e6 * rate[1]) / rate[0])}'`, hold];
  return [...placed, `fps=${rate.join('/')}:start_time=0`, 'setpts=N', `trim=end_frame=${frames}`];
}

/** What keeps frames of a segment from going beyond its bounds. */
function printBounds({ offset, earliest, latest }: Segment, lateness: number): string[] {
  const begun = (time: number) => time + lateness + together;
  // What is shown at the earliest, and all before it, is there a little sooner: at the first moment that is asked for.
  const sooner = earliest === undefined ? 0 : Math.ceil((earliest - offset) * 1e6) + 1;
  return [
    ...(latest === undefined ? [] : [`trim=end=${number(begun(latest) + TIME_ROUNDING)}`]),
    ...(earliest === undefined ? [] : [`setpts='PTS-lte(PTS,${Math.round(begun(earliest) * 1e6)})*${sooner}'`]),
  ];
}

/** Of a run's frames that come again and again, numbered, those that are shown, each from its own time on. */
function printRuns(loop: Loop, rate: Rate): string[] {
  const { frames, period, from = 0, taken } = loop;
  const before = runAt(loop, 0);
  if (!taken) {
    const skipped = from - before * period;
    return skipped > 0 ? [`trim=start_frame=${skipped}`, 'setpts=PTS-STARTPTS'] : [];
  }
  const run = `${before > 0 ? `(floor(N/${frames})+${before})` : `floor(N/${frames})`}*${exact(period)}`;
  const place = printPlace(taken, 'ld(0)');
  return [
    `setpts='st(0,mod(N,${frames}));ceil(${run}+${place}-${exact(from + FRAME_ROUNDING)})'`,
    `fps=${rate.join('/')}:start_time=0`,
  ];
}

/**
 * When a frame of a run is shown, frames of the output since the run began: halves are chosen until one stretch is left.
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

/** A number that is multiplied by thousands. */
function exact(value: number): string {
  return value.toFixed(12).replace(/\.?0+$/, '');
}
