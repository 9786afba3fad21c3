import { placesToDrop, type StripRange } from './stripGrid.ts';

/** A thumbnail of a filmstrip. */
export interface StripPicture {
  /** Seconds of the file. */
  time: number;
  image: ImageBitmap;
}

/** waiting: unknown yet; ready: thumbnails exist or will; failed: no file, or not supported. */
export type StripState = 'waiting' | 'ready' | 'failed';

/** A request for a span. */
interface Wish {
  range: StripRange;
  onChange: () => void;
}

/** The thumbnails of one file. */
export interface Strip {
  state: StripState;
  /** Whether it has thumbnails, but no more can be created. */
  isStuck: boolean;
  duration: number;
  byPlace: Map<number, StripPicture>;
  /** In order of time; rebuilt when a thumbnail is added. */
  sorted: StripPicture[];
  wishes: Set<Wish>;
  /** Whether precomputed thumbnails were requested, and how many arrived. */
  isRequested: boolean;
  arrived: number;
  /** Places with precomputed thumbnails, whose times are only approximate. */
  rough: Set<number>;
}

/** Creates an empty strip. */
export function newStrip(): Strip {
  return {
    state: 'waiting',
    isStuck: false,
    duration: 0,
    byPlace: new Map(),
    sorted: [],
    wishes: new Set(),
    isRequested: false,
    arrived: 0,
    rough: new Set(),
  };
}

/**
 * Returns whether a place has a thumbnail that is good enough for a span: an approximate one is, for coarse intervals.
 */
export function hasPlace(
  { byPlace, rough, duration, arrived }: Strip,
  place: number,
  { interval }: StripRange,
): boolean {
  return byPlace.has(place) && !(rough.has(place) && interval < duration / arrived);
}

/** Returns the memory of its thumbnails, in bytes. */
export function bytesOf({ byPlace }: Strip): number {
  let sum = 0;
  for (const { image } of byPlace.values()) sum += image.width * image.height * 4;
  return sum;
}

/** Sorts its thumbnails. */
export function sort(strip: Strip): void {
  strip.sorted = [...strip.byPlace.values()].sort((a, b) => a.time - b.time);
}

/** Releases thumbnails of a number of bytes, as far as they are not requested. */
export function thin(strip: Strip, excess: number): void {
  const { byPlace, duration, wishes, rough } = strip;
  const ranges = [...wishes].map(({ range }) => range);
  const count = Math.ceil((excess / bytesOf(strip)) * byPlace.size);
  for (const place of placesToDrop(duration, byPlace.keys(), ranges, byPlace.size - count)) {
    byPlace.get(place)?.image.close();
    byPlace.delete(place);
    rough.delete(place);
  }
  sort(strip);
}
