import { MovingMedia, type Opener } from './openMedia.ts';

/** Where to find stills of a video. */
export interface StillsOf {
  /** Returns the URL of the frame at a time. @param time seconds of the video. */
  addressAt(time: number): string;
  /** Length of the video in seconds; 0 if unknown. */
  duration: number;
}

/** Longest wait for a still, in milliseconds; afterwards it counts as unavailable. */
const GIVE_UP_AFTER_MS = 20_000;

/**
 * Opens a video that this browser cannot decode by its stills: shows the frame at which it is paused and does not play.
 */
export function openStills(stills: StillsOf): Opener {
  return (_address, onChange) => new StillsMedia(stills, onChange);
}

class StillsMedia extends MovingMedia<HTMLImageElement> {
  readonly #stills: StillsOf;
  #target = '';
  #shown = '';
  #isLoading = false;
  /** Playback never waits: it shows the available still. */
  readonly hasFutureData = true;

  constructor(stills: StillsOf, onChange: () => void) {
    super(onChange);
    this.#stills = stills;
    this.duration = stills.duration;
  }

  follow(time: number, rate: number): void {
    if (rate !== 0 && this.#target !== '') return;
    this.#target = this.#stills.addressAt(time);
    this.settled = this.#target === this.#shown || this.state === 'failed';
    if (!this.settled && !this.#isLoading) void this.#load();
  }

  /** Loads the requested still, one at a time; skips requests that were superseded meanwhile. */
  async #load(): Promise<void> {
    this.#isLoading = true;
    while (this.#target !== this.#shown && !this.ending.signal.aborted) {
      const address = this.#target;
      const image = await loadImage(address);
      if (this.ending.signal.aborted) return;
      if (!image && !this.source) return this.fail();
      this.#shown = address;
      if (image) this.#show(image);
      this.settled = this.#target === address;
      this.notify();
    }
    this.#isLoading = false;
  }

  #show(image: HTMLImageElement): void {
    this.state = 'ready';
    this.width = image.naturalWidth;
    this.height = image.naturalHeight;
    this.present(image);
  }
}

async function loadImage(address: string): Promise<HTMLImageElement | undefined> {
  const image = new Image();
  image.crossOrigin = 'anonymous';
  image.src = address;
  const timeout = new Promise<false>((give) => setTimeout(() => give(false), GIVE_UP_AFTER_MS));
  const isThere = await Promise.race([image.decode().then(() => true), timeout]).catch(() => false);
  return isThere && image.naturalWidth > 0 ? image : undefined;
}
