import { MovingMedia, type Opener } from './openMedia.ts';

/** Where the stills of a video are. */
export interface StillsOf {
  /** Address of the picture that the video shows at a time. @param time seconds of the video. */
  addressAt(time: number): string;
  /** Length of the video, seconds; 0 where it is not known. */
  duration: number;
}

/** How long a still may take, milliseconds; after that it counts as one that is not to be had. */
const GIVE_UP_AFTER_MS = 20_000;

/** Opens a video that this browser cannot decode by stills of it: it shows the moment where it rests, and does not move. */
export function openStills(stills: StillsOf): Opener {
  return (_address, onChange) => new StillsMedia(stills, onChange);
}

class StillsMedia extends MovingMedia<HTMLImageElement> {
  readonly #stills: StillsOf;
  #wanted = '';
  #shown = '';
  #isLoading = false;
  /** Nothing is waited for: what plays shows the still that is there. */
  readonly hasFutureData = true;

  constructor(stills: StillsOf, onChange: () => void) {
    super(onChange);
    this.#stills = stills;
    this.duration = stills.duration;
  }

  follow(time: number, rate: number): void {
    if (rate !== 0 && this.#wanted !== '') return;
    this.#wanted = this.#stills.addressAt(time);
    this.settled = this.#wanted === this.#shown || this.state === 'failed';
    if (!this.settled && !this.#isLoading) void this.#load();
  }

  /** Loads what is wanted, one still at a time; of those that were wanted meanwhile only the last. */
  async #load(): Promise<void> {
    this.#isLoading = true;
    while (this.#wanted !== this.#shown && !this.ending.signal.aborted) {
      const address = this.#wanted;
      const image = await loadImage(address);
      if (this.ending.signal.aborted) return;
      if (!image && !this.source) return this.fail();
      this.#shown = address;
      if (image) this.#show(image);
      this.settled = this.#wanted === address;
      this.tell();
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
