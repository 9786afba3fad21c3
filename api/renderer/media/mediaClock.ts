import { fpsOf, type Rate } from '../../../engine/timeline/frameRate.ts';
import { fileStart } from '../../../engine/timeline/streamTimes.ts';

/** The timing of a video: clock and frame positions. */
export interface ClockFacts {
  /** Rate of the grid on which frames lie, as a fraction; [0, 1] if unknown. */
  frameRate: Rate;
  /** Unit of the timestamps, as a fraction of a second. */
  tick: Rate;
  /** Container time at second 0 of the file, in seconds. */
  startTime: number;
  /** Seconds by which ffmpeg's zero precedes second 0; see `leadOf`. */
  lead: number;
  /** Start of each frame in file time, in seconds, ascending. Empty if frames lie on the grid, or are too many. */
  frameTimes: number[];
  /** Whether frames may lie off the grid, but are too many to store their times. */
  hasManyTimes: boolean;
  /** Start of the first frame in file time, in seconds. */
  firstFrame: number;
  /** Whether frames lie on consecutive grid positions, apart from rounding to a tick. */
  isRounded: boolean;
}

/** The clock of a file without video. */
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

/** Timing fields of a stream, from ffprobe. */
export interface ClockStream {
  time_base?: string;
  start_time?: string;
  duration?: string;
  avg_frame_rate?: string;
  r_frame_rate?: string;
}

/**
 * Returns the timing of a video. @param times of its packets in container time, ascending; empty if they were not read.
 */
export function clockFacts(
  video: ClockStream,
  format: { start_time?: string; format_name?: string },
  times: readonly number[],
): ClockFacts {
  const begins = Number(format.start_time) || 0;
  // If the file has no start time, ffprobe did not find the stream's either.
  const first = format.start_time === undefined ? begins : Number(video.start_time) || 0;
  const startTime = fileStart(begins + leadOf(format), first);
  // The base rate is the grid that contains all frames, also if some are missing, as far as ffprobe can tell.
  const [base, average] = [rateOf(video.r_frame_rate), rateOf(video.avg_frame_rate)].map(asGrid);
  const frameRate = base && average && fpsOf(base) < fpsOf(average) * 0.97 ? average : (base ?? average);
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
 * Returns the end of the last frame according to packets, in seconds from second 0 of the file.
 * @param times of its packets in container time, ascending. @returns undefined if packets do not tell.
 */
export function lastFrameEnd(
  video: ClockStream,
  { startTime, firstFrame, frameRate, isRounded }: ClockFacts,
  times: readonly number[],
): number | undefined {
  const last = times.at(-1) ?? Number.NaN;
  const rate = rateOf(video.avg_frame_rate) ?? frameRate;
  if (!Number.isFinite(last) || fpsOf(rate) <= 0) return undefined;
  return isRounded ? firstFrame + times.length / fpsOf(frameRate) : last - startTime + 1 / fpsOf(rate);
}

/**
 * Seconds by which ffmpeg's zero precedes the first audible sample. In Matroska and WebM, ffmpeg counts the samples
 * that an audio decoder skips at the start; players do not.
 */
export function leadOf({ start_time, format_name }: { start_time?: string; format_name?: string }): number {
  return format_name?.includes('matroska') ? Math.max(0, -(Number(start_time) || 0)) : 0;
}

/** Maximum number of frame times that are stored per file. */
export const mostTimes = 10_000;

/**
 * Returns the start of an even grid whose positions, rounded to ticks, equal the frame times: such as whole
 * milliseconds in a video of 30 fps. @returns undefined if there is none.
 */
function roundedFrom({ frameRate, tick }: Pick<ClockFacts, 'frameRate' | 'tick'>, times: readonly number[]) {
  const [fps, half] = [fpsOf(frameRate), tick[0] / tick[1] / 2];
  if (times.length < 2 || fps === 0 || half * fps > 0.25 || !times.every(Number.isFinite)) return undefined;
  const ahead = times.map((time, i) => time - i / fps);
  const [least, most] = ahead.reduce(([a, b], one) => [Math.max(a, one - half), Math.min(b, one + half)], [
    Number.NEGATIVE_INFINITY,
    Number.POSITIVE_INFINITY,
  ] as [number, number]);
  return most - least > 2e-6 ? (least + most) / 2 : undefined;
}

/** Returns the frame times if some lie off the grid. */
function unevenTimes(
  { firstFrame, frameRate }: Pick<ClockFacts, 'firstFrame' | 'frameRate'>,
  times: readonly number[],
): number[] {
  const isOffGrid = (time: number) => {
    const place = (time - firstFrame) * fpsOf(frameRate);
    return Math.abs(place - Math.round(place)) / fpsOf(frameRate) > 1e-4;
  };
  const isUneven = fpsOf(frameRate) === 0 || times.some(isOffGrid);
  return isUneven && times.length <= mostTimes && times.every(Number.isFinite) ? [...times] : [];
}

/** Whether a video declares a constant frame rate, so that every grid position has a frame. */
export function isEven({ r_frame_rate, avg_frame_rate }: ClockStream): boolean {
  const [base, average] = [rateOf(r_frame_rate), rateOf(avg_frame_rate)];
  return base !== undefined && average !== undefined && Math.abs(fpsOf(base) / fpsOf(average) - 1) < 1e-4;
}

/** Rejects rates above those of cameras: they are only the file's clock. */
function asGrid(rate: Rate | undefined): Rate | undefined {
  return rate && fpsOf(rate) <= 240 ? rate : undefined;
}

/** Parses a fraction from ffprobe, such as "30000/1001"; undefined unless it is above zero. */
export function rateOf(text: string | undefined): Rate | undefined {
  const [count, per] = (text ?? '').split('/').map(Number) as [number, number | undefined];
  return count > 0 && per !== undefined && per > 0 ? [count, per] : undefined;
}
