import type { CodedPicture } from '../media/codedVideo.ts';
import type { CopyableRun } from './copyableRuns.ts';

/** The pictures of a source in the order in which they are shown, and where they may be cut. */
export interface PictureGroups {
  /** When each is shown, seconds, rising. */
  times: number[];
  /**
   * Whether all pictures before this one, and none from it on, are decoded before it; one entry more than there are
   * pictures, for the end.
   */
  isCut: boolean[];
  /** Whether it is a key frame, so that decoding can begin there. */
  isKey: boolean[];
  isHidden: boolean[];
  /** How many pictures at most are decoded before one that is shown before them. */
  reordered: number;
}

/** Puts pictures into the order in which they are shown. @param pictures in the order in which they are decoded. */
export function pictureGroups(pictures: readonly CodedPicture[]): PictureGroups {
  const order = pictures.map((_, i) => i).sort((a, b) => timeOf(pictures, a) - timeOf(pictures, b));
  const isCut: boolean[] = [true];
  let [furthest, reordered] = [-1, 0];
  const places = new Array<number>(pictures.length);
  for (const [place, i] of order.entries()) places[i] = place;
  for (const [i, place] of places.entries()) {
    furthest = Math.max(furthest, place);
    reordered = Math.max(reordered, i - place);
    // As many as were decoded stand before this place: none of them is shown after it.
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

/** Nearer than this to a picture's start, it is rounding that decides whether a frame shows it. Seconds. */
const doubt = 1e-5;

/**
 * The picture that a run shows first, where it shows one after the other from there on, each for one frame.
 * @param fps frames a second of the output.
 * @returns its number in the order in which they are shown; undefined where one is left out, held, or not to be shown.
 */
export function firstPicture(
  { times, isHidden }: PictureGroups,
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
 * The longest row of whole groups among some pictures: it begins with a key frame and ends where nothing that is shown
 * later was decoded.
 * @param from,to pictures in the order in which they are shown. @returns undefined where there is none.
 */
export function wholeGroups(
  { isCut, isKey }: PictureGroups,
  { from, to }: { from: number; to: number },
): { from: number; to: number } | undefined {
  let first = from;
  while (first < to && !(isCut[first] && isKey[first])) first += 1;
  let end = to;
  while (end > first && !isCut[end]) end -= 1;
  return end > first ? { from: first, to: end } : undefined;
}
