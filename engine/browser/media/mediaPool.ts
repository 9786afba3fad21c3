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

/** image: a still picture; video: a video, or an animated picture (GIF, WebP, PNG) that plays like one. */
export type MediaKind = 'image' | 'video';

/** One use of a media file. Release it when it is no longer shown. */
export interface MediaHandle {
  readonly url: string;
  readonly kind: MediaKind;
  readonly state: MediaState;
  /** What is to be drawn now; there when the state is ready. */
  readonly source: MediaSource | undefined;
  /** Natural size as shown, turned upright by EXIF, pixels; 0 until ready. */
  readonly width: number;
  readonly height: number;
  /** Seconds; 0 for a still picture and until ready. */
  readonly duration: number;
  /** Grows with every new picture or frame that source shows. */
  readonly version: number;
  /** false while a frame that was asked for is still on its way; always true for a still picture and a failed file. */
  readonly settled: boolean;
  /**
   * Whether it has the data to play on from where it is; always true for a still picture and a failed file, false while
   * it loads and while it is sought.
   */
  readonly hasFutureData: boolean;
  /**
   * Brings a video to a time, and plays or rests it there; call it again at every tick. Videos are silent: what is heard
   * comes from `createSoundGraph`. A playing video that drifts is brought back by its pace, from 0.15 s on by seeking.
   * Nothing for a still picture. Allocates nothing.
   * @param time seconds of the source. @param rate seconds of the source a second; 0: it rests there; below 0: it runs
   * backwards. @param lateness see `latenessOf`; default: the usual.
   */
  follow(time: number, rate: number, lateness?: number): void;
  /** Ends this use; the last one lets go of decoder, connection and picture. Harmless when repeated. */
  release(): void;
}

/** Reference-counted media files. */
export interface MediaPool {
  /**
   * Starts to use a file. Every still picture is loaded and decoded once, however many use it; a video once an owner,
   * because two layers may show different moments of it. A failure is a state, never an exception.
   * @param url as the project names it. @param onChange called, later, at each change of state or version.
   * @param owner who shows the video, such as a layer's id; only for videos.
   */
  acquire(url: string, kind: MediaKind, onChange: () => void, owner?: string): MediaHandle;
  /**
   * Loads a file anew where `urlOf` answers otherwise than before: it has arrived, has moved or is gone; and one that
   * could not be shown where there is a way to it now.
   */
  refresh(url: string): void;
  /** How many files are open now, for tests. */
  readonly size: number;
  /** Lets go of everything; handles are then failed. */
  dispose(): void;
}

/** How a pool finds its files. */
export interface MediaPoolOptions {
  /** Address that a project's media reference can be loaded from now; undefined while its file is missing. */
  urlOf(url: string): string | undefined;
  /**
   * A way to open a video that is tried before the usual ones, such as one that decodes every frame for an export;
   * undefined for a file that has none.
   */
  videoOpener?(url: string): Opener | undefined;
  /** A way to open a video that no other way can, such as by stills; undefined for a file that has none (yet). */
  videoFallback?(url: string): Opener | undefined;
  /** Makes what stands for the frames of a video that is sought. Default: the frame of before. */
  standIn?(url: string): StandIn;
}

/** Makes an empty pool. */
export function createMediaPool(options: MediaPoolOptions): MediaPool {
  const { urlOf, videoOpener, videoFallback } = options;
  // Fonts of one's own are files of the same page; all its pools find the same ones.
  fontFiles.addressOf = urlOf;
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

/** Files that browsers show as pictures only, by their name. */
const pictureName = /\.(gif|png|webp|jpe?g)$/i;

/** Ways to open a file, the likeliest first; a video may turn out to be an animated picture. */
function openersOf(url: string, kind: MediaKind, { first, standIn }: FurtherWays): Opener[] {
  if (kind === 'image') return [openImage];
  const isPicture = pictureName.test(url.split(/[?#]/, 1)[0] ?? '');
  const openElement: Opener = (address, onChange) => openVideo(address, onChange, standIn);
  if (isPicture) return [openAnimated, openElement];
  return first ? [first, openElement, openAnimated] : [openElement, openAnimated];
}

/** Ways to open a video beside the usual ones: before them, and after them where there is one by then. */
interface FurtherWays {
  first: Opener | undefined;
  last: () => Opener | undefined;
  standIn: StandIn | undefined;
}

/** One file that any number of handles show. */
class SharedFile {
  readonly url: string;
  readonly kind: MediaKind;
  readonly #further: FurtherWays;
  readonly uses = new Set<() => void>();
  media: OpenMedia;
  /** What versions count from; so they grow also when the file is opened anew. */
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
    this.#tell();
  }

  /** Opens a file that could not be opened by the last way, if there is one now. */
  fallBack(): void {
    const address = this.#address;
    if (address === undefined || this.media.state !== 'failed') return;
    const open = this.#lastWay();
    if (!open) return;
    this.#ways = [open];
    this.#replace(() => this.#openNext(address));
    this.#tell();
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
      else this.#tell();
    });
    media.follow(this.#time, this.#rate, this.#lateness);
    return media;
  }

  #hasWay(): boolean {
    const last = this.#ways.length === 0 ? this.#lastWay() : undefined;
    if (last) this.#ways.push(last);
    return this.#ways.length > 0;
  }

  /** The way that is tried once all others have failed, once. */
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

  #tell(): void {
    for (const use of this.uses) use();
  }
}

class Use implements MediaHandle {
  readonly #file: SharedFile;
  readonly #onChange: () => void;
  readonly #onLast: () => void;

  constructor(file: SharedFile, onChange: () => void, onLast: () => void) {
    this.#file = file;
    // A function of its own, so that the same one may be handed in twice.
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
