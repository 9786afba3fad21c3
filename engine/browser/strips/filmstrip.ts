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

/** Thumbnails of videos at regular times. Each is created once and cached: up to 40 MB, 8 MB when unused. */
export interface Filmstrips {
  /** Returns the available thumbnails of a file, in order of time. */
  picturesOf(url: string): readonly StripPicture[];
  stateOf(url: string): StripState;
  /**
   * Requests the thumbnails of a span, coarse ones first. Videos are opened one at a time.
   * @param onChange called at each new thumbnail, and when the file fails. @param signal ends the request; thumbnails
   * stay.
   */
  want(url: string, range: StripRange, onChange: () => void, signal: AbortSignal): void;
  /** Retries a failed file: it became available or moved. */
  refresh(url: string): void;
  /** Memory of the thumbnails, in bytes. */
  readonly bytes: number;
}

/** Options of filmstrips. */
export interface FilmstripsOptions {
  /** Returns the current URL of a media reference; undefined while its file is missing. */
  urlOf(url: string): string | undefined;
  /**
   * Returns precomputed thumbnails of a whole file: at equal distances from its start, their number a power of two.
   * @param duration of the file in seconds. @returns undefined if there are none.
   */
  picturesOf?(url: string, duration: number): Promise<readonly ImageBitmap[] | undefined> | undefined;
  /** As in MediaPoolOptions. */
  videoFallback?(url: string): Opener | undefined;
  /** Memory for thumbnails while some are requested, unless more are requested at once, in bytes. Default 40 MB. */
  mostBytes?: number;
  /** Memory without requests, in bytes. Default 8 MB. */
  restBytes?: number;
  /** How long thumbnails stay after the last request, in milliseconds, because it may come back soon. Default 5000. */
  restMs?: number;
}

const DEFAULTS = { mostBytes: 40e6, restBytes: 8e6, restMs: 5000 };
/** Wait for precomputed thumbnails before own ones are created, in milliseconds. */
const HEAD_START_MS = 500;
/** Wait for a frame after a seek, in milliseconds, because not all browsers report it. */
const FRAME_MS = 50;
/** Longest wait for a frame, in milliseconds; afterwards the video counts as unsupported. */
const GIVE_UP_AFTER_MS = 10_000;

/** Creates empty filmstrips. */
export function createFilmstrips(options: FilmstripsOptions): Filmstrips {
  return new Maker(options);
}

class Maker implements Filmstrips {
  readonly #pool: MediaPool;
  readonly #limits: typeof DEFAULTS;
  readonly #picturesOf: FilmstripsOptions['picturesOf'];
  #smallPicture = createSmallPictures();
  /** In order of the last request. */
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
    const precomputed = this.#loadPrecomputed(url, strip, range.duration);
    if (precomputed) void Promise.race([precomputed, new Promise((go) => setTimeout(go, HEAD_START_MS))]).then(begin);
    else begin();
  }

  /** Loads precomputed thumbnails of a file; undefined if already done. */
  #loadPrecomputed(url: string, strip: Strip, duration = 0): Promise<void> | undefined {
    if (strip.isRequested || duration === 0) return undefined;
    const precomputed = this.#picturesOf?.(url, duration);
    if (!precomputed) return undefined;
    strip.isRequested = true;
    return precomputed
      .then((images) => {
        if (images && this.#strips.get(url) === strip) this.#addPrecomputed(strip, images, duration);
        else for (const image of images ?? []) image.close();
      })
      .catch(() => {
        strip.isRequested = false;
      });
  }

  #addPrecomputed(strip: Strip, images: readonly ImageBitmap[], duration: number): void {
    strip.duration ||= duration;
    strip.arrived = images.length;
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
    this.#finish(strip, 'ready');
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
      // Requests of one screen arrive together, so the coarse thumbnails of all of them come first.
      await Promise.resolve();
      for (let next = this.#next(); next; next = this.#next()) {
        const { strip } = next;
        await this.#make(next).catch(() => this.#finish(strip, 'failed'));
      }
    } finally {
      this.#close();
      this.#isWorking = false;
    }
  }

  #finish(strip: Strip, state: StripState): void {
    // Existing thumbnails stay.
    strip.isStuck = state === 'failed' && strip.byPlace.size > 0;
    strip.state = strip.isStuck ? 'ready' : state;
    for (const { onChange } of strip.wishes) onChange();
  }

  /** Returns the coarsest missing thumbnail; among several, one of the open video. */
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

  /**
   * Order: two thumbnails of each video, then eight of each, then finer ones; the open video first, because opening is
   * slow.
   */
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
      if (strip.wishes.size > 0) this.#finish(strip, 'failed');
      return;
    }
    // Only now the duration is known, which decides the times of the thumbnails.
    const isNew = strip.state === 'waiting';
    if (isNew) strip.duration = handle.duration;
    if (!isNew || place === 0) await this.#store(strip, place, handle);
    this.#makeRoom(this.#limits.mostBytes);
    this.#finish(strip, 'ready');
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

  /** @returns false if it failed, took too long, or is no longer requested. */
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
    // Its buffer is as large as a frame.
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

  /** Releases unrequested files, then thumbnails far from requested spans. */
  #makeRoom(most: number): void {
    let excess = this.bytes - most;
    for (const isVisible of [false, true]) {
      for (const [url, strip] of this.#strips) {
        if (excess <= 0) return;
        if (strip.wishes.size > 0 !== isVisible) continue;
        const before = bytesOf(strip);
        if (isVisible) thin(strip, excess);
        else this.#drop(url);
        excess -= before - (isVisible ? bytesOf(strip) : 0);
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

/** Returns whether a video has finished a seek; the frame may not have reached the page yet. */
function hasArrived({ state, source }: MediaHandle): boolean {
  return state === 'ready' && source instanceof HTMLVideoElement && !source.seeking && source.readyState >= 2;
}
