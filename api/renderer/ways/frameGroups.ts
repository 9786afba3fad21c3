import type { CodedPicture } from '../media/codedVideo.ts';
import type { CopyableRun } from './copyableRuns.ts';

/** Frames of a source in display order, and where they can be cut. */
export interface FrameGroups {
  /** Presentation times in seconds, ascending. */
  times: number[];
  /**
   * Whether exactly the frames before this index are decoded before it, so that a cut is possible; one extra entry for
   * the end.
   */
  isCut: boolean[];
  /** Whether it is a key frame, at which decoding can start. */
  isKey: boolean[];
  isHidden: boolean[];
  /** Maximum number of frames decoded before a frame that is displayed earlier. */
  reordered: number;
}

/** Sorts frames into display order. @param pictures in decoding order. */
export function frameGroups(pictures: readonly CodedPicture[]): FrameGroups {
  const order = pictures.map((_, i) => i).sort((a, b) => timeOf(pictures, a) - timeOf(pictures, b));
  const isCut: boolean[] = [true];
  let [furthest, reordered] = [-1, 0];
  const places = new Array<number>(pictures.length);
  for (const [place, i] of order.entries()) places[i] = place;
  for (const [i, place] of places.entries()) {
    furthest = Math.max(furthest, place);
    reordered = Math.max(reordered, i - place);
    // All frames decoded so far are displayed before this index.
    isCut.push(furthest === i);
  }
  const shown = order.map((i) => pictures[i] as CodedPicture);
  return {
    times: shown.map(({ time }) => time),
    isCut,
    isKey: shown.map(({ isKey }) => isKey),
    isHidden: shown.map(({ isHidden }) => isHidden),
    reordered,
  };
}

function timeOf(pictures: readonly CodedPicture[], i: number): number {
  return (pictures[i] as CodedPicture).time;
}

/** Closer to a frame's start, rounding decides whether it is visible. In seconds. */
const doubt = 1e-5;

/**
 * Returns the first frame of a run, if the run shows consecutive frames, each for one output frame.
 * @param fps frames per second of the output.
 * @returns its index in display order; undefined if a frame is skipped, repeated or hidden.
 */
export function firstFrameOfRun(
  { times, isHidden }: FrameGroups,
  run: Pick<CopyableRun, 'start' | 'latest' | 'frames' | 'lateness'>,
  fps: number,
): number | undefined {
  const latest = (frame: number) => Math.min(run.start + frame / fps, run.latest) + run.lateness;
  const first = times.findLastIndex((time) => time <= latest(0));
  if (first < 0 || first + run.frames > times.length) return undefined;
  for (let frame = 0; frame < run.frames; frame += 1) {
    const i = first + frame;
    const [time, next = Number.POSITIVE_INFINITY] = times.slice(i, i + 2) as [number, number?];
    const isShown = time <= latest(frame) - doubt && next >= latest(frame) + doubt;
    if (!isShown || isHidden[i]) return undefined;
  }
  return first;
}

/**
 * Returns the longest range of complete groups of pictures: it starts with a key frame and ends where no frame that is
 * displayed later was decoded before.
 * @param from,to range in display order. @returns undefined if there is none.
 */
export function wholeGroups(
  { isCut, isKey }: FrameGroups,
  { from, to }: { from: number; to: number },
): { from: number; to: number } | undefined {
  let first = from;
  while (first < to && !(isCut[first] && isKey[first])) first += 1;
  let end = to;
  while (end > first && !isCut[end]) end -= 1;
  return end > first ? { from: first, to: end } : undefined;
}
