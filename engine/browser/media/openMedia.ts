/** A source for drawing with both Canvas 2D and WebGL. */
export type MediaSource = HTMLImageElement | HTMLVideoElement | VideoFrame | OffscreenCanvas;

/** loading: not available yet; ready: can be drawn; failed: missing, or not supported by this browser. */
export type MediaState = 'loading' | 'ready' | 'failed';

/** An open file, as implemented by each kind of media. Fields are those of MediaHandle. */
export interface OpenMedia {
  state: MediaState;
  source: MediaSource | undefined;
  width: number;
  height: number;
  duration: number;
  version: number;
  settled: boolean;
  /** Default: `settled`. */
  readonly hasFutureData?: boolean;
  /** @param lateness see `latenessOf`. */
  follow(time: number, rate: number, lateness: number): void;
  /** Releases the file. No change is reported afterwards. */
  close(): void;
}

/** Substitute for frames of a seeking video. */
export interface StandIn {
  /**
   * @returns what to show until the frame of a time is available; undefined: the current image. Owned by the
   * substitute.
   */
  pictureAt(time: number): OffscreenCanvas | undefined;
  /**
   * Called with a new frame. @returns whether to show it: it is at least as near to the requested time as the
   * substitute.
   */
  yieldsTo(time: number, target: number): boolean;
}

/** Opens a file. @param address URL to load. @param onChange called asynchronously at each change of a field. */
export type Opener = (address: string, onChange: () => void) => OpenMedia;

/** Returns the state of a missing file. */
export function missingMedia(): OpenMedia {
  return { ...closedFields('failed'), follow: () => {}, close: () => {} };
}

/** Returns the fields of a file that shows nothing. */
export function closedFields(state: MediaState): Omit<OpenMedia, 'follow' | 'close'> {
  return { state, source: undefined, width: 0, height: 0, duration: 0, version: 0, settled: state === 'failed' };
}

/** Common part of all kinds of videos: public fields and change notification. */
export abstract class MovingMedia<Source extends MediaSource> implements OpenMedia {
  state: MediaState = 'loading';
  source: Source | undefined;
  width = 0;
  height = 0;
  duration = 0;
  version = 0;
  settled = false;
  /** Aborted when the file is closed. */
  protected readonly ending = new AbortController();
  readonly #onChange: () => void;

  constructor(onChange: () => void) {
    this.#onChange = onChange;
  }

  abstract follow(time: number, rate: number, lateness: number): void;

  close(): void {
    this.ending.abort();
    this.present(undefined);
  }

  /** Replaces the shown image and releases the previous one. */
  protected present(source: Source | undefined): void {
    if (this.source !== source && this.source && 'close' in this.source) this.source.close();
    this.source = source;
  }

  protected fail(): void {
    if (this.ending.signal.aborted) return;
    this.state = 'failed';
    this.present(undefined);
    this.settled = true;
    this.notify();
  }

  protected notify(): void {
    this.version += 1;
    this.#onChange();
  }
}
