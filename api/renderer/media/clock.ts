import { perSecond, type Rate } from '../../../engine/timeline/frameRate.ts';
import { fileStart } from '../../../engine/timeline/streamTimes.ts';

/** How a video counts its time, and where its frames stand. */
export interface ClockFacts {
  /** The grid on which the frames of a video stand, places a second as a fraction; [0, 1] where none is known. */
  frameRate: Rate;
  /** In which a video counts its time, seconds as a fraction. */
  tick: Rate;
  /** What the container's clock says at second 0 of the file, seconds. */
  startTime: number;
  /** How much earlier than second 0 ffmpeg begins to count, seconds; see `leadOf`. */
  lead: number;
  /** When each frame of a video begins, seconds of the file, in order; empty where they stand on the grid, or are too many. */
  frameTimes: number[];
  /** Whether frames of a video may stand beside the grid, and are too many for all of their times to be stored. */
  hasManyTimes: boolean;
  /** When the first frame of a video begins, seconds of the file. */
  firstFrame: number;
  /** Whether every frame stands on the grid, one after the other, but for being rounded to a tick. */
  isRounded: boolean;
}

/** What is known of a file without a picture that moves. */
export const noClock: ClockFacts = {
  frameRate: [0, 1],
  tick: [1, 1_000_000],
  startTime: 0,
  lead: 0,
  firstFrame: 0,
  isRounded: false,
  frameTimes: [],
  hasManyTimes: false,
};

/** What ffprobe says of a stream's time. */
export interface ClockStream {
  time_base?: string;
  start_time?: string;
  duration?: string;
  avg_frame_rate?: string;
  r_frame_rate?: string;
}

/** How a video counts its time, and where its frames stand. @param times of its packets, where they had to be read; as the container counts, in order. */
export function clockFacts(
  video: ClockStream,
  format: { start_time?: string; format_name?: string },
  times: readonly number[],
): ClockFacts {
  const begins = Number(format.start_time) || 0;
  // Where the file has none, ffprobe has not found that of the stream either.
  const first = format.start_time === undefined ? begins : Number(video.start_time) || 0;
  const startTime = fileStart(begins + leadOf(format), first);
  // The base rate is that of the grid on which all frames lie, also where some are left out, as far as ffprobe can tell.
  const [base, average] = [rateOf(video.r_frame_rate), rateOf(video.avg_frame_rate)].map(asGrid);
  const frameRate = base && average && perSecond(base) < perSecond(average) * 0.97 ? average : (base ?? average);
  const clock = {
    frameRate: frameRate ?? noClock.frameRate,
    tick: rateOf(video.time_base) ?? noClock.tick,
    startTime,
    lead: startTime - begins,
    firstFrame: Math.max(0, first - startTime),
  };
  const since = times.map((time) => Math.round((time - startTime) * 1e6) / 1e6);
  const grid = roundedFrom(clock, since);
  if (grid !== undefined) return { ...clock, firstFrame: grid, isRounded: true, frameTimes: [], hasManyTimes: false };
  return { ...clock, isRounded: false, frameTimes: unevenTimes(clock, since), hasManyTimes: since.length > mostTimes };
}

/**
 * When the last frame of a video is over, seconds from second 0 of the file, as its packets tell.
 * @param times of its packets, as the container counts, in order. @returns undefined where they do not tell.
 */
export function lastFrameEnd(
  video: ClockStream,
  { startTime, firstFrame, frameRate, isRounded }: ClockFacts,
  times: readonly number[],
): number | undefined {
  const last = times.at(-1) ?? Number.NaN;
  const rate = rateOf(video.avg_frame_rate) ?? frameRate;
  if (!Number.isFinite(last) || perSecond(rate) <= 0) return undefined;
  return isRounded ? firstFrame + times.length / perSecond(frameRate) : last - startTime + 1 / perSecond(rate);
}

/**
 * How much earlier than the first sample that is heard ffmpeg begins to count, seconds. In Matroska and WebM it counts what
 * a decoder of sound leaves out at the start, which players do not.
 */
export function leadOf({ start_time, format_name }: { start_time?: string; format_name?: string }): number {
  return format_name?.includes('matroska') ? Math.max(0, -(Number(start_time) || 0)) : 0;
}

/** So many times of frames are stored of a file. */
export const mostTimes = 10_000;

/**
 * Where an even grid begins whose places, each rounded to a tick, are the times of frames: such as those in whole
 * milliseconds of a video of 30 frames a second. @returns undefined where there is none.
 */
function roundedFrom({ frameRate, tick }: Pick<ClockFacts, 'frameRate' | 'tick'>, times: readonly number[]) {
  const [fps, half] = [perSecond(frameRate), tick[0] / tick[1] / 2];
  if (times.length < 2 || fps === 0 || half * fps > 0.25 || !times.every(Number.isFinite)) return undefined;
  const ahead = times.map((time, i) => time - i / fps);
  const [least, most] = ahead.reduce(([a, b], one) => [Math.max(a, one - half), Math.min(b, one + half)], [
    Number.NEGATIVE_INFINITY,
    Number.POSITIVE_INFINITY,
  ] as [number, number]);
  return most - least > 2e-6 ? (least + most) / 2 : undefined;
}

/** The times of frames, where some stand beside the places of their grid. */
function unevenTimes(
  { firstFrame, frameRate }: Pick<ClockFacts, 'firstFrame' | 'frameRate'>,
  times: readonly number[],
): number[] {
  const isBeside = (time: number) => {
    const place = (time - firstFrame) * perSecond(frameRate);
    return Math.abs(place - Math.round(place)) / perSecond(frameRate) > 1e-4;
  };
  const isUneven = perSecond(frameRate) === 0 || times.some(isBeside);
  return isUneven && times.length <= mostTimes && times.every(Number.isFinite) ? [...times] : [];
}

/** Whether a video says that its frames are at even distances: then there are as many as there are places. */
export function isEven({ r_frame_rate, avg_frame_rate }: ClockStream): boolean {
  const [base, average] = [rateOf(r_frame_rate), rateOf(avg_frame_rate)];
  return base !== undefined && average !== undefined && Math.abs(perSecond(base) / perSecond(average) - 1) < 1e-4;
}

/** A finer grid than any camera's is only that of the file's clock. */
function asGrid(rate: Rate | undefined): Rate | undefined {
  return rate && perSecond(rate) <= 240 ? rate : undefined;
}

/** A fraction as ffprobe prints it, such as "30000/1001"; undefined where it has no value above zero. */
export function rateOf(text: string | undefined): Rate | undefined {
  const [count, per] = (text ?? '').split('/').map(Number) as [number, number | undefined];
  return count > 0 && per !== undefined && per > 0 ? [count, per] : undefined;
}
