/** Finest grid of a strip: so many halvings of the file. Pictures are then up to 4096 a file. */
export const FINEST_LEVEL = 12;

/** A stretch of a file that shall have pictures. Seconds. */
export interface StripRange {
  from: number;
  to: number;
  /** About how far apart pictures may be. */
  interval: number;
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
 * Places on the finest grid, 0 to 2^FINEST_LEVEL − 1, that a stretch needs: coarse ones over all of it first.
 * @param has whether a place has its picture already. @returns the next place and its level; undefined when all is there.
 */
export function nextPlace(
  duration: number,
  { from, to, interval }: StripRange,
  has: (place: number) => boolean,
): { place: number; level: number } | undefined {
  const finest = levelFor(duration, interval);
  for (let level = 0; level <= finest; level += 1) {
    const step = 2 ** (FINEST_LEVEL - level);
    const [first, last] = [from, to].map((time) => Math.floor(placeOf(duration, time) / step)) as [number, number];
    for (let index = Math.max(0, first); index <= Math.min(last, 2 ** level - 1); index += 1) {
      const place = index * step;
      if (!has(place)) return { place, level };
    }
  }
  return undefined;
}

/** When a place of the finest grid is, seconds of the file. */
export function timeOfPlace(duration: number, place: number): number {
  return (place / 2 ** FINEST_LEVEL) * duration;
}

function placeOf(duration: number, time: number): number {
  return duration > 0 ? Math.max(0, (time / duration) * 2 ** FINEST_LEVEL) : 0;
}
