import { createMediaPool, type MediaHandle, type MediaPool } from '../media/mediaPool.ts';
import type { Opener } from '../media/openMedia.ts';
import {
  bytesOf,
  hasPlace,
  newStrip,
  type Strip,
  type StripPicture,
  type StripState,
  sort,
  thin,
} from './heldStrip.ts';
import { createSmallPictures } from './smallPicture.ts';
import { nextPlace, pictureSize, placeOfPart, type StripRange, timeOfPlace } from './stripGrid.ts';

/** Small pictures of videos at regular times. Each is made once and stored while there is room for it: 40 MB, 8 at rest. */
export interface Filmstrips {
  /** The pictures of a file that are there now, in order of time. */
  picturesOf(url: string): readonly StripPicture[];
  stateOf(url: string): StripState;
  /**
   * Has the pictures of a stretch made, coarse ones first. Videos are opened one at a time.
   * @param onChange called at each new picture, and when the
   * file fails. @param signal ends the wish; what was made stays.
   */
  want(url: string, range: StripRange, onChange: () => void, signal: AbortSignal): void;
  /** Tries a file anew that had failed: it has arrived or has moved. */
  refresh(url: string): void;
  /** What the pictures take, bytes. */
  readonly bytes: number;
}

/** What a keeper of strips is made with. */
export interface FilmstripsOptions {
  /** Address that a project's media reference can be loaded from now; undefined while its file is missing. */
  urlOf(url: string): string | undefined;
  /**
   * Pictures of a whole file that others have made: at equal distances from its start on, their number a power of two.
   * @param duration of the file, seconds. @returns undefined where there are none.
   */
  picturesOf?(url: string, duration: number): Promise<readonly ImageBitmap[] | undefined> | undefined;
  /** As of MediaPoolOptions. */
  videoFallback?(url: string): Opener | undefined;
  /** What pictures may take while some are wanted, unless more are wanted at once, bytes. Default 40 MB. */
  mostBytes?: number;
  /** What they may take once none is wanted, bytes. Default 8 MB. */
  restBytes?: number;
  /** How long they stay after the last wish, as somebody may be back in a moment, milliseconds. Default 5000. */
  restMs?: number;
}

const DEFAULTS = { mostBytes: 40e6, restBytes: 8e6, restMs: 5000 };
/** How long pictures that others have made are waited for before own ones are begun, milliseconds. */
const HEAD_START_MS = 500;
/** How long a browser may take to hand over a frame once it has gone there, milliseconds. Not all of them tell. */
const FRAME_MS = 50;
/** How long a video may take for one frame, milliseconds; after that it counts as one that cannot be shown. */
const GIVE_UP_AFTER_MS = 10_000;

/** Makes an empty keeper of strips. */
export function createFilmstrips(options: FilmstripsOptions): Filmstrips {
  return new Maker(options);
}

class Maker implements Filmstrips {
  readonly #pool: MediaPool;
  readonly #limits: typeof DEFAULTS;
  readonly #picturesOf: FilmstripsOptions['picturesOf'];
  #smallPicture = createSmallPictures();
  /** Those that were wanted last stand last. */
  readonly #strips = new Map<string, Strip>();
  #open: { url: string; handle: MediaHandle; changed: () => void } | undefined;
  #isWorking = false;
  #resting: ReturnType<typeof setTimeout> | undefined;

  constructor({ urlOf, videoFallback, picturesOf, ...limits }: FilmstripsOptions) {
    this.#picturesOf = picturesOf;
    this.#pool = createMediaPool({ urlOf, ...(videoFallback ? { videoFallback } : {}) });
    this.#limits = { ...DEFAULTS, ...limits };
  }

  picturesOf(url: string): readonly StripPicture[] {
    return this.#strips.get(url)?.sorted ?? [];
  }

  stateOf(url: string): StripState {
    return this.#strips.get(url)?.state ?? 'waiting';
  }

  want(url: string, range: StripRange, onChange: () => void, signal: AbortSignal): void {
    if (signal.aborted) return;
    const strip = this.#strips.get(url) ?? newStrip();
    this.#strips.delete(url);
    this.#strips.set(url, strip);
    const wish = { range, onChange };
    strip.wishes.add(wish);
    const end = () => {
      strip.wishes.delete(wish);
      clearTimeout(this.#resting);
      this.#resting = setTimeout(() => this.#rest(), this.#limits.restMs);
    };
    signal.addEventListener('abort', end, { once: true });
    const begin = () => void (this.#isWorking || this.#work());
    const given = this.#take(url, strip, range.duration);
    if (given) void Promise.race([given, new Promise((go) => setTimeout(go, HEAD_START_MS))]).then(begin);
    else begin();
  }

  /** Takes over what others have made of a file; undefined where that was done. */
  #take(url: string, strip: Strip, duration = 0): Promise<void> | undefined {
    if (strip.isGiven || duration === 0) return undefined;
    const given = this.#picturesOf?.(url, duration);
    if (!given) return undefined;
    strip.isGiven = true;
    return given
      .then((images) => {
        if (images && this.#strips.get(url) === strip) this.#hold(strip, images, duration);
        else for (const image of images ?? []) image.close();
      })
      .catch(() => {
        strip.isGiven = false;
      });
  }

  #hold(strip: Strip, images: readonly ImageBitmap[], duration: number): void {
    strip.duration ||= duration;
    strip.given = images.length;
    for (const [index, image] of images.entries()) {
      const place = placeOfPart(index, images.length);
      if (strip.byPlace.has(place)) {
        image.close();
        continue;
      }
      strip.byPlace.set(place, { time: timeOfPlace(strip.duration, place), image });
      strip.rough.add(place);
    }
    sort(strip);
    this.#end(strip, 'ready');
  }

  refresh(url: string): void {
    const strip = this.#strips.get(url);
    if (!strip || (strip.state !== 'failed' && !strip.isStuck)) return;
    if (strip.state === 'failed') strip.state = 'waiting';
    strip.isStuck = false;
    if (this.#open?.url === url) this.#close();
    if (!this.#isWorking) void this.#work();
  }

  async #work(): Promise<void> {
    this.#isWorking = true;
    try {
      // Wishes of one screen come together; the coarse pictures of all of them then come first.
      await Promise.resolve();
      for (let next = this.#next(); next; next = this.#next()) {
        const { strip } = next;
        await this.#make(next).catch(() => this.#end(strip, 'failed'));
      }
    } finally {
      this.#close();
      this.#isWorking = false;
    }
  }

  #end(strip: Strip, state: StripState): void {
    // What is there stays.
    strip.isStuck = state === 'failed' && strip.byPlace.size > 0;
    strip.state = strip.isStuck ? 'ready' : state;
    for (const { onChange } of strip.wishes) onChange();
  }

  /** The coarsest picture that is missing; of several that of the video that is open. */
  #next(): { url: string; strip: Strip; place: number } | undefined {
    let best: { url: string; strip: Strip; place: number; level: number } | undefined;
    for (const [url, strip] of this.#strips) {
      if (strip.state === 'failed' || strip.isStuck) continue;
      for (const { range } of strip.wishes) {
        const found = nextPlace(strip.duration, range, (place) => hasPlace(strip, place, range));
        if (!found) continue;
        const candidate = { url, strip, ...found };
        if (!best || this.#rank(candidate) < this.#rank(best)) best = candidate;
      }
    }
    return best;
  }

  /** Two pictures of each video, then eight of each, then finer ones; what is open goes first, since opening takes time. */
  #rank({ url, level }: { url: string; level: number }): number {
    const round = level <= 1 ? 1 : Math.max(3, level);
    return round * 2 - (url === this.#open?.url ? 1 : 0);
  }

  async #make({ url, strip, place }: { url: string; strip: Strip; place: number }): Promise<void> {
    const handle = this.#handleOf(url);
    const time = timeOfPlace(strip.duration, place);
    handle.follow(time, 0);
    const isThere = await this.#settled(handle, strip);
    if (!isThere) {
      if (strip.wishes.size > 0) this.#end(strip, 'failed');
      return;
    }
    // Only now is it known how long it is, which says when the pictures are.
    const isNew = strip.state === 'waiting';
    if (isNew) strip.duration = handle.duration;
    if (!isNew || place === 0) await this.#store(strip, place, handle);
    this.#makeRoom(this.#limits.mostBytes);
    this.#end(strip, 'ready');
  }

  #handleOf(url: string): MediaHandle {
    if (this.#open?.url === url) return this.#open.handle;
    this.#close();
    const opened = {
      url,
      changed: () => {},
      handle: this.#pool.acquire(url, 'video', () => opened.changed(), 'strip'),
    };
    this.#open = opened;
    return opened.handle;
  }

  /** @returns false when it failed, took too long, or when nobody wants the video any more. */
  #settled(handle: MediaHandle, { wishes }: Strip): Promise<boolean> {
    return new Promise((resolve) => {
      const settle = (isThere: boolean) => {
        clearTimeout(timer);
        clearTimeout(frame);
        clearInterval(watch);
        if (this.#open) this.#open.changed = () => {};
        resolve(isThere);
      };
      const look = () => {
        if (handle.state === 'failed') settle(false);
        else if (handle.state === 'ready' && handle.settled) settle(true);
        else if (hasArrived(handle)) frame ??= setTimeout(() => settle(true), FRAME_MS);
      };
      let frame: ReturnType<typeof setTimeout> | undefined;
      const timer = setTimeout(() => settle(false), GIVE_UP_AFTER_MS);
      const watch = setInterval(() => wishes.size === 0 && settle(false), 100);
      if (this.#open) this.#open.changed = look;
      look();
    });
  }

  #close(): void {
    this.#open?.handle.release();
    this.#open = undefined;
    // What it held is as large as a frame.
    this.#smallPicture = createSmallPictures();
  }

  async #store(strip: Strip, place: number, { source, width, height }: MediaHandle): Promise<void> {
    if (!source || width === 0 || height === 0) return;
    const size = pictureSize({ width, height });
    const image = await this.#smallPicture(source, { width, height }, size);
    strip.byPlace.get(place)?.image.close();
    strip.rough.delete(place);
    strip.byPlace.set(place, { time: timeOfPlace(strip.duration, place), image });
    sort(strip);
  }

  get bytes(): number {
    return [...this.#strips.values()].reduce((sum, strip) => sum + bytesOf(strip), 0);
  }

  #rest(): void {
    const isAtRest = [...this.#strips.values()].every(({ wishes }) => wishes.size === 0);
    if (isAtRest) this.#makeRoom(this.#limits.restBytes);
  }

  /** Lets go of files that nobody wants just now, and then of pictures that are far from those that are wanted. */
  #makeRoom(most: number): void {
    let excess = this.bytes - most;
    for (const isWanted of [false, true]) {
      for (const [url, strip] of this.#strips) {
        if (excess <= 0) return;
        if (strip.wishes.size > 0 !== isWanted) continue;
        const before = bytesOf(strip);
        if (isWanted) thin(strip, excess);
        else this.#drop(url);
        excess -= before - (isWanted ? bytesOf(strip) : 0);
      }
    }
  }

  #drop(url: string): void {
    const strip = this.#strips.get(url);
    this.#strips.delete(url);
    for (const { image } of strip?.byPlace.values() ?? []) image.close();
    strip?.byPlace.clear();
    strip?.wishes.clear();
  }
}

/** Whether a video stands where it was sent; the frame may still be on its way to the page. */
function hasArrived({ state, source }: MediaHandle): boolean {
  return state === 'ready' && source instanceof HTMLVideoElement && !source.seeking && source.readyState >= 2;
}
