import type { Size } from '../../layout/box.ts';

/** Finest grid: number of halvings of the file; at most 4096 thumbnails per file. */
const FINEST_LEVEL = 12;
/** Size of thumbnails, in device pixels. */
const HEIGHT = 96;
const MOST_WIDTH = 1024;

/** A span of a file that needs thumbnails. In seconds. */
export interface StripRange {
  from: number;
  to: number;
  /** Approximate distance of thumbnails. */
  interval: number;
  /** Length of the file, if known. */
  duration?: number;
}

/**
 * Returns the grid level whose thumbnails are close enough. Each level contains the previous one plus one between any
 * two thumbnails, so a strip appears soon, becomes finer, and no thumbnail is created twice.
 * @param duration of the file in seconds. @returns number of halvings of the file.
 */
export function levelFor(duration: number, interval: number): number {
  if (!(interval > 0) || duration <= interval) return 0;
  return Math.min(FINEST_LEVEL, Math.ceil(Math.log2(duration / interval) - 1e-6));
}

/**
 * Returns the next missing place on the finest grid, 0 to 4095: coarse ones for the whole span first.
 * @param has returns whether a place has its thumbnail. @returns the place and its level; undefined if complete.
 */
export function nextPlace(
  duration: number,
  range: StripRange,
  has: (place: number) => boolean,
): { place: number; level: number } | undefined {
  const finest = levelFor(duration, range.interval);
  for (let level = 0; level <= finest; level += 1) {
    const { step, first, last } = rowOf(duration, range, level);
    for (let place = first; place <= last; place += step) if (!has(place)) return { place, level };
  }
  return undefined;
}

/** Returns whether a span needs the thumbnail of a place; see nextPlace. */
export function isNeeded(duration: number, range: StripRange, place: number): boolean {
  const finest = levelFor(duration, range.interval);
  for (let level = 0; level <= finest; level += 1) {
    const { step, first, last } = rowOf(duration, range, level);
    if (place % step === 0 && place >= first && place <= last) return true;
  }
  return false;
}

/** Returns the places of one level in a span: step, first and last. */
function rowOf(duration: number, { from, to }: StripRange, level: number) {
  const step = 2 ** (FINEST_LEVEL - level);
  const [first, last] = [from, to].map((time) => Math.floor(placeOf(duration, time) / step)) as [number, number];
  return { step, first: Math.max(0, first) * step, last: Math.min(last, 2 ** level - 1) * step };
}

/**
 * Returns the places to release so that at most a number remains: only unneeded ones, the farthest first.
 * @param places with thumbnails. @param ranges requested spans.
 */
export function placesToDrop(
  duration: number,
  places: Iterable<number>,
  ranges: readonly StripRange[],
  most: number,
): number[] {
  const all = [...places];
  const distance = (place: number) => {
    const time = timeOfPlace(duration, place);
    return Math.min(...ranges.map(({ from, to }) => Math.max(from - time, time - to, 0)));
  };
  return all
    .filter((place) => !ranges.some((range) => isNeeded(duration, range, place)))
    .map((place) => ({ place, away: distance(place) }))
    .sort((a, b) => b.away - a.away)
    .slice(0, Math.max(0, all.length - most))
    .map(({ place }) => place);
}

/** Returns the size of a video's thumbnails in pixels: 96 high, at most 1024 wide. */
export function pictureSize({ width, height }: Size): Size {
  const scale = Math.min(HEIGHT / height, MOST_WIDTH / width);
  return { width: Math.max(1, Math.round(width * scale)), height: Math.max(1, Math.round(height * scale)) };
}

/** Returns the time of a place on the finest grid, in seconds of the file. */
export function timeOfPlace(duration: number, place: number): number {
  return (place / 2 ** FINEST_LEVEL) * duration;
}

/** Returns the place of one of several equidistant thumbnails. @param count a power of two, at most 4096. */
export function placeOfPart(index: number, count: number): number {
  return (index * 2 ** FINEST_LEVEL) / count;
}

function placeOf(duration: number, time: number): number {
  return duration > 0 ? Math.max(0, (time / duration) * 2 ** FINEST_LEVEL) : 0;
}
