import { LATENESS } from '../../timeline/mediaTime.ts';
import { fontFiles } from '../fontFiles.ts';
import { openAnimated } from './animatedMedia.ts';
import { openImage } from './imageMedia.ts';
import {
  type MediaSource,
  type MediaState,
  missingMedia,
  type Opener,
  type OpenMedia,
  type StandIn,
} from './openMedia.ts';
import { openVideo } from './videoMedia.ts';

/** image: a still image; video: a video, or an animated image (GIF, WebP, PNG) that plays like one. */
export type MediaKind = 'image' | 'video';

/** A use of a media file. Release it when it is no longer shown. */
export interface MediaHandle {
  readonly url: string;
  readonly kind: MediaKind;
  readonly state: MediaState;
  /** What to draw now; available when the state is ready. */
  readonly source: MediaSource | undefined;
  /** Natural display size in pixels, after EXIF orientation; 0 until ready. */
  readonly width: number;
  readonly height: number;
  /** In seconds; 0 for a still image and until ready. */
  readonly duration: number;
  /** Grows with every new image or frame of `source`. */
  readonly version: number;
  /** false while a requested frame is loading; always true for a still image and a failed file. */
  readonly settled: boolean;
  /**
   * Whether it has the data to continue playing; always true for a still image and a failed file, false while it loads
   * or seeks.
   */
  readonly hasFutureData: boolean;
  /**
   * Moves a video to a time and plays or pauses it there; call it at every tick. Videos are silent: audio comes from
   * `createSoundGraph`. Corrects drift of a playing video by its speed, from 0.15 s on by seeking. Does nothing for a
   * still image. Allocates nothing.
   * @param time seconds of the source. @param rate seconds of the source per second; 0: pauses; negative: plays
   * backwards.
   * @param lateness see `latenessOf`; default: LATENESS.
   */
  follow(time: number, rate: number, lateness?: number): void;
  /** Ends this use; the last one releases decoder, connection and image. Idempotent. */
  release(): void;
}

/** Reference-counted media files. */
export interface MediaPool {
  /**
   * Starts to use a file. A still image is loaded and decoded once for all users; a video once per owner, because two
   * layers may show different moments of it. Failure is a state, never an exception.
   * @param url as in the project. @param onChange called asynchronously at each change of state or version.
   * @param owner user of a video, such as a layer's id; only for videos.
   */
  acquire(url: string, kind: MediaKind, onChange: () => void, owner?: string): MediaHandle;
  /**
   * Reloads a file if `urlOf` returns another URL than before (it became available, moved or disappeared), or if a
   * failed file has a new fallback.
   */
  refresh(url: string): void;
  /** Number of open files, for tests. */
  readonly size: number;
  /** Releases everything; handles are failed afterwards. */
  dispose(): void;
}

/** How a pool finds its files. */
export interface MediaPoolOptions {
  /** Returns the current URL of a media reference; undefined while its file is missing. */
  urlOf(url: string): string | undefined;
  /**
   * Returns a preferred opener of a video, such as one that decodes every frame for an export; undefined for the
   * default ones.
   */
  videoOpener?(url: string): Opener | undefined;
  /**
   * Returns a fallback opener of a video after all others failed, such as by stills; undefined if there is none (yet).
   */
  videoFallback?(url: string): Opener | undefined;
  /** Creates the substitute for frames of a seeking video. Default: the previous frame stays. */
  standIn?(url: string): StandIn;
}

/** Creates an empty pool. */
export function createMediaPool(options: MediaPoolOptions): MediaPool {
  const { urlOf, videoOpener, videoFallback } = options;
  // Users' fonts belong to the page, so all pools share them: a later one, as of a small picture, may know fewer files.
  fontFiles.addressOf ??= urlOf;
  const files = new Map<string, SharedFile>();
  return {
    acquire(url, kind, onChange, owner = '') {
      const key = JSON.stringify(kind === 'image' ? [kind, url] : [kind, url, owner]);
      const ways = {
        first: videoOpener?.(url),
        last: () => (kind === 'video' ? videoFallback?.(url) : undefined),
        standIn: options.standIn?.(url),
      };
      const file = files.get(key) ?? new SharedFile(url, kind, urlOf(url), ways);
      files.set(key, file);
      return new Use(file, onChange, () => files.delete(key));
    },
    refresh(url) {
      for (const file of files.values()) {
        if (file.url !== url) continue;
        file.moveTo(urlOf(url));
        file.fallBack();
      }
    },
    get size() {
      return files.size;
    },
    dispose() {
      for (const file of files.values()) file.moveTo(undefined);
      files.clear();
    },
  };
}

/** Extensions of files that browsers only show as images. */
const pictureName = /\.(gif|png|webp|jpe?g)$/i;

/** Returns the openers of a file, the likeliest first; a video may turn out to be an animated image. */
function openersOf(url: string, kind: MediaKind, { first, standIn }: FurtherWays): Opener[] {
  if (kind === 'image') return [openImage];
  const isPicture = pictureName.test(url.split(/[?#]/, 1)[0] ?? '');
  const openElement: Opener = (address, onChange) => openVideo(address, onChange, standIn);
  if (isPicture) return [openAnimated, openElement];
  return first ? [first, openElement, openAnimated] : [openElement, openAnimated];
}

/** Openers of a video before and after the default ones; the last is requested on demand. */
interface FurtherWays {
  first: Opener | undefined;
  last: () => Opener | undefined;
  standIn: StandIn | undefined;
}

/** A file shared by any number of handles. */
class SharedFile {
  readonly url: string;
  readonly kind: MediaKind;
  readonly #further: FurtherWays;
  readonly uses = new Set<() => void>();
  media: OpenMedia;
  /** Base of versions, so that they grow even after the file is reopened. */
  base = 0;
  #address: string | undefined;
  #ways: Opener[] = [];
  #hasFallenBack = false;
  #time = 0;
  #rate = 0;
  #lateness = LATENESS;

  constructor(url: string, kind: MediaKind, address: string | undefined, further: FurtherWays) {
    this.url = url;
    this.kind = kind;
    this.#further = further;
    this.#address = address;
    this.media = this.#openFirst();
  }

  moveTo(address: string | undefined): void {
    if (address === this.#address) return;
    this.#address = address;
    this.#replace(() => this.#openFirst());
    this.#notify();
  }

  /** Opens a failed file with the fallback, if there is one now. */
  fallBack(): void {
    const address = this.#address;
    if (address === undefined || this.media.state !== 'failed') return;
    const open = this.#lastWay();
    if (!open) return;
    this.#ways = [open];
    this.#replace(() => this.#openNext(address));
    this.#notify();
  }

  follow(time: number, rate: number, lateness = LATENESS): void {
    this.#time = time;
    this.#rate = rate;
    this.#lateness = lateness;
    this.media.follow(time, rate, lateness);
  }

  #openFirst(): OpenMedia {
    if (this.#address === undefined) return missingMedia();
    this.#ways = openersOf(this.url, this.kind, this.#further);
    this.#hasFallenBack = false;
    return this.#openNext(this.#address);
  }

  #openNext(address: string): OpenMedia {
    const open = this.#ways.shift();
    if (!open) return missingMedia();
    const media = open(address, () => {
      if (media !== this.media) return;
      if (media.state === 'failed' && this.#hasWay()) this.#replace(() => this.#openNext(address));
      else this.#notify();
    });
    media.follow(this.#time, this.#rate, this.#lateness);
    return media;
  }

  #hasWay(): boolean {
    const last = this.#ways.length === 0 ? this.#lastWay() : undefined;
    if (last) this.#ways.push(last);
    return this.#ways.length > 0;
  }

  /** Returns the fallback, once. */
  #lastWay(): Opener | undefined {
    const open = this.#hasFallenBack ? undefined : this.#further.last();
    this.#hasFallenBack ||= open !== undefined;
    return open;
  }

  #replace(open: () => OpenMedia): void {
    this.base += this.media.version + 1;
    this.media.close();
    this.media = open();
  }

  #notify(): void {
    for (const use of this.uses) use();
  }
}

class Use implements MediaHandle {
  readonly #file: SharedFile;
  readonly #onChange: () => void;
  readonly #onLast: () => void;

  constructor(file: SharedFile, onChange: () => void, onLast: () => void) {
    this.#file = file;
    // A new function, so that the same callback can be registered twice.
    this.#onChange = () => onChange();
    this.#onLast = onLast;
    file.uses.add(this.#onChange);
  }

  get url(): string {
    return this.#file.url;
  }
  get kind(): MediaKind {
    return this.#file.kind;
  }
  get state(): MediaState {
    return this.#file.media.state;
  }
  get source(): MediaSource | undefined {
    return this.#file.media.source;
  }
  get width(): number {
    return this.#file.media.width;
  }
  get height(): number {
    return this.#file.media.height;
  }
  get duration(): number {
    return this.#file.media.duration;
  }
  get version(): number {
    return this.#file.base + this.#file.media.version;
  }
  get settled(): boolean {
    return this.#file.media.settled;
  }

  get hasFutureData(): boolean {
    const { media } = this.#file;
    return media.state === 'failed' || (media.state === 'ready' && (media.hasFutureData ?? media.settled));
  }

  follow(time: number, rate: number, lateness?: number): void {
    this.#file.follow(time, rate, lateness);
  }

  release(): void {
    if (!this.#file.uses.delete(this.#onChange) || this.#file.uses.size > 0) return;
    this.#onLast();
    this.#file.media.close();
  }
}
