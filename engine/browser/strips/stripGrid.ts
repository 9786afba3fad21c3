import type { Size } from '../../layout/box.ts';

/** Finest grid of a strip: so many halvings of the file. Pictures are then up to 4096 a file. */
const FINEST_LEVEL = 12;
/** Size of pictures, device pixels. */
const HEIGHT = 96;
const MOST_WIDTH = 1024;

/** A stretch of a file that shall have pictures. Seconds. */
export interface StripRange {
  from: number;
  to: number;
  /** About how far apart pictures may be. */
  interval: number;
  /** Length of the file, where it is known. */
  duration?: number;
}

/**
 * The grid whose pictures are no further apart than wanted. Each level has all pictures of the one before it and one
 * between any two, so that a strip is there soon and then becomes finer, and no picture is made twice.
 * @param duration of the file, seconds. @returns level: the file is halved so many times.
 */
export function levelFor(duration: number, interval: number): number {
  if (!(interval > 0) || duration <= interval) return 0;
  return Math.min(FINEST_LEVEL, Math.ceil(Math.log2(duration / interval) - 1e-6));
}

/**
 * Places on the finest grid, 0 to 4095, that a stretch needs: coarse ones over all of it first.
 * @param has whether a place has its picture already. @returns the next place and its level; undefined when all is there.
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

/** Whether a stretch needs the picture of a place, as nextPlace asks for it. */
export function isNeeded(duration: number, range: StripRange, place: number): boolean {
  const finest = levelFor(duration, range.interval);
  for (let level = 0; level <= finest; level += 1) {
    const { step, first, last } = rowOf(duration, range, level);
    if (place % step === 0 && place >= first && place <= last) return true;
  }
  return false;
}

/** The places that a stretch needs of one level: every so many from the first to the last. */
function rowOf(duration: number, { from, to }: StripRange, level: number) {
  const step = 2 ** (FINEST_LEVEL - level);
  const [first, last] = [from, to].map((time) => Math.floor(placeOf(duration, time) / step)) as [number, number];
  return { step, first: Math.max(0, first) * step, last: Math.min(last, 2 ** level - 1) * step };
}

/**
 * Which places are let go of so that no more than so many remain: those that no stretch needs, the farthest first.
 * @param places that have pictures. @param ranges that are wanted.
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

/**
 * Size of a picture of a video, pixels: 96 high, but for a video that is so much wider than high that it would be wider
 * than 1024.
 */
export function pictureSize({ width, height }: Size): Size {
  const scale = Math.min(HEIGHT / height, MOST_WIDTH / width);
  return { width: Math.max(1, Math.round(width * scale)), height: Math.max(1, Math.round(height * scale)) };
}

/** When a place of the finest grid is, seconds of the file. */
export function timeOfPlace(duration: number, place: number): number {
  return (place / 2 ** FINEST_LEVEL) * duration;
}

/** The place of one of so many pictures at equal distances. @param count a power of two, at most 4096. */
export function placeOfPart(index: number, count: number): number {
  return (index * 2 ** FINEST_LEVEL) / count;
}

function placeOf(duration: number, time: number): number {
  return duration > 0 ? Math.max(0, (time / duration) * 2 ** FINEST_LEVEL) : 0;
}
