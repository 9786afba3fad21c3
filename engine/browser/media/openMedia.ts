/** What a picture or a frame can be drawn from, by Canvas 2D and by WebGL alike. */
export type MediaSource = HTMLImageElement | HTMLVideoElement | VideoFrame | OffscreenCanvas;

/** loading: not there yet; ready: it can be drawn; failed: no file, or none that this browser can show. */
export type MediaState = 'loading' | 'ready' | 'failed';

/** One opened file, as each kind of media implements it. Fields are as in MediaHandle. */
export interface OpenMedia {
  state: MediaState;
  source: MediaSource | undefined;
  width: number;
  height: number;
  duration: number;
  version: number;
  settled: boolean;
  /** Absent: as settled. */
  readonly hasFutureData?: boolean;
  /** @param lateness see `latenessOf`. */
  follow(time: number, rate: number, lateness: number): void;
  /** Lets go of the file. No change is told any more. */
  close(): void;
}

/** What is shown of a video while the frame that it was sought to is on its way. */
export interface StandIn {
  /** @returns what to show until the frame of a second has come; undefined: what is shown. The caller owns nothing of it. */
  pictureAt(time: number): OffscreenCanvas | undefined;
  /** A frame has come. @returns whether it is to be shown: it is as near to the wanted second as what stands for it. */
  yieldsTo(time: number, wanted: number): boolean;
}

/** Opens a file. @param address what the browser loads. @param onChange called, later, at each change of a field. */
export type Opener = (address: string, onChange: () => void) => OpenMedia;

/** What stands for a file that is not there. */
export function missingMedia(): OpenMedia {
  return { ...closedFields('failed'), follow: () => {}, close: () => {} };
}

/** Fields of a file that shows nothing. */
export function closedFields(state: MediaState): Omit<OpenMedia, 'follow' | 'close'> {
  return { state, source: undefined, width: 0, height: 0, duration: 0, version: 0, settled: state === 'failed' };
}

/** What all kinds of videos have in common: the fields that are read, and how changes of them are told. */
export abstract class MovingMedia<Source extends MediaSource> implements OpenMedia {
  state: MediaState = 'loading';
  source: Source | undefined;
  width = 0;
  height = 0;
  duration = 0;
  version = 0;
  settled = false;
  /** Ends with the use of the file. */
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

  /** Puts another picture in the place of the one that is shown, and lets go of that. */
  protected present(source: Source | undefined): void {
    if (this.source !== source && this.source && 'close' in this.source) this.source.close();
    this.source = source;
  }

  protected fail(): void {
    if (this.ending.signal.aborted) return;
    this.state = 'failed';
    this.present(undefined);
    this.settled = true;
    this.tell();
  }

  protected tell(): void {
    this.version += 1;
    this.#onChange();
  }
}
