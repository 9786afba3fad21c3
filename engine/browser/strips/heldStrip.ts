import { placesToDrop, type StripRange } from './stripGrid.ts';

/** One picture of a strip. */
export interface StripPicture {
  /** Seconds of the file. */
  time: number;
  image: ImageBitmap;
}

/** waiting: nothing can be said yet; ready: pictures come or are there; failed: no file, or none that can be shown. */
export type StripState = 'waiting' | 'ready' | 'failed';

/** A stretch that somebody wants to see. */
interface Wish {
  range: StripRange;
  onChange: () => void;
}

/** What is held of one file. */
export interface Strip {
  state: StripState;
  /** It has pictures, but further ones cannot be made. */
  isStuck: boolean;
  duration: number;
  byPlace: Map<number, StripPicture>;
  /** In order of time; made anew when a picture comes. */
  sorted: StripPicture[];
  wishes: Set<Wish>;
  /** Whether pictures that others have made were asked for, and how many came. */
  isGiven: boolean;
  given: number;
  /** Places whose pictures came so: each is of a moment near by. */
  rough: Set<number>;
}

/** Makes one of nothing. */
export function newStrip(): Strip {
  return {
    state: 'waiting',
    isStuck: false,
    duration: 0,
    byPlace: new Map(),
    sorted: [],
    wishes: new Set(),
    isGiven: false,
    given: 0,
    rough: new Set(),
  };
}

/** Whether there is a picture of a place that is good enough for a stretch: one of a moment near by is where it is seen from afar. */
export function hasPlace({ byPlace, rough, duration, given }: Strip, place: number, { interval }: StripRange): boolean {
  return byPlace.has(place) && !(rough.has(place) && interval < duration / given);
}

/** What its pictures take. */
export function bytesOf({ byPlace }: Strip): number {
  let sum = 0;
  for (const { image } of byPlace.values()) sum += image.width * image.height * 4;
  return sum;
}

/** Puts its pictures in order. */
export function sort(strip: Strip): void {
  strip.sorted = [...strip.byPlace.values()].sort((a, b) => a.time - b.time);
}

/** Lets go of pictures that take so many bytes, as far as none of them is wanted. */
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
