import { delayOf } from '../../project/animatedPicture.ts';
import { openImage } from './imageMedia.ts';
import { MovingMedia, type OpenMedia } from './openMedia.ts';

/** Opens an animated GIF, WebP or PNG as a video; where the browser does not give its frames, as its first one. */
export function openAnimated(address: string, onChange: () => void): OpenMedia {
  return 'ImageDecoder' in globalThis ? new AnimatedMedia(address, onChange) : openImage(address, onChange);
}

class AnimatedMedia extends MovingMedia<VideoFrame> {
  #decoder: ImageDecoder | undefined;
  #wanted = 0;
  /** When each frame that has been decoded so far ends, seconds. */
  readonly #ends: number[] = [];
  #count = 1;
  #shown = -1;
  #busy = true;

  constructor(address: string, onChange: () => void) {
    super(onChange);
    this.#open(address).catch(() => this.fail());
  }

  /** Its frames are all here: while one is being decoded, the one before stays. */
  get hasFutureData(): boolean {
    return this.state === 'ready';
  }

  follow(time: number, _rate: number, lateness: number): void {
    this.#wanted = time + lateness;
    if (this.state !== 'ready' || this.#indexAt(this.#wanted) === this.#shown) return;
    this.settled = false;
    if (!this.#busy) this.#work().catch(() => this.fail());
  }

  override close(): void {
    super.close();
    this.#decoder?.close();
    this.#decoder = undefined;
  }

  async #open(address: string): Promise<void> {
    const answer = await fetch(address, { signal: this.ending.signal });
    if (!answer.ok) throw new Error(`${answer.status}`);
    const stated = answer.headers.get('content-type');
    // A video that cannot be decoded is not read as a whole only to find that it is no picture.
    if (stated && !stated.startsWith('image/')) throw new Error(stated);
    const data = await answer.arrayBuffer();
    const type = stated || typeOf(data);
    if (this.ending.signal.aborted) return;
    const decoder = new ImageDecoder({ type, data, preferAnimation: true });
    this.#decoder = decoder;
    await Promise.all([decoder.tracks.ready, decoder.completed]);
    this.#count = decoder.tracks.selectedTrack?.frameCount ?? 1;
    await this.#work();
  }

  /** Shows the wanted frame, also when another is wanted meanwhile; then learns how long the rest takes. */
  async #work(): Promise<void> {
    this.#busy = true;
    while (this.#decoder) {
      const index = this.#indexAt(this.#wanted);
      if (index !== this.#shown) await this.#decode(index, true);
      else if (this.#ends.length < this.#count) await this.#decode(this.#ends.length, false);
      else break;
    }
    this.#busy = false;
    if (!this.#decoder || this.settled) return;
    // Only now is it known how long it plays, on which the wanted time may depend.
    this.duration = this.#count > 1 ? (this.#ends.at(-1) ?? 0) : 0;
    this.settled = true;
    this.tell();
  }

  /** The frame at a time, or the next one whose end is not known yet. */
  #indexAt(time: number): number {
    const ends = this.#ends;
    for (let i = 0; i < ends.length; i += 1) if ((ends[i] as number) > time) return i;
    return Math.min(ends.length, this.#count - 1);
  }

  async #decode(frameIndex: number, show: boolean): Promise<void> {
    const found = await this.#decoder?.decode({ frameIndex });
    if (!found) return;
    const { image } = found;
    // A delay of 0 is told as it stands in the file.
    if (frameIndex === this.#ends.length) this.#ends.push((this.#ends.at(-1) ?? 0) + delayOf(image.duration ?? 0, 1e6));
    // A frame whose end was not known may turn out to be over by the wanted time.
    if (!this.#decoder || !show || this.#indexAt(this.#wanted) !== frameIndex) image.close();
    else this.#show(image, frameIndex);
  }

  #show(image: VideoFrame, index: number): void {
    this.present(image);
    this.width = image.displayWidth;
    this.height = image.displayHeight;
    this.state = 'ready';
    this.#shown = index;
    this.tell();
  }
}

/** Kind of a picture by its first bytes; files of this device may come without one. */
function typeOf(data: ArrayBuffer): string {
  const [first, second] = new Uint8Array(data, 0, Math.min(2, data.byteLength));
  if (first === 0x47) return 'image/gif';
  if (first === 0x89) return 'image/png';
  return first === 0x52 && second === 0x49 ? 'image/webp' : 'image/jpeg';
}
