import { delayOf } from '../../formats/animatedPicture.ts';
import { openImage } from './imageMedia.ts';
import { MovingMedia, type OpenMedia } from './openMedia.ts';

/** Opens an animated GIF, WebP or PNG as a video; without ImageDecoder, only its first frame. */
export function openAnimated(address: string, onChange: () => void): OpenMedia {
  return 'ImageDecoder' in globalThis ? new AnimatedMedia(address, onChange) : openImage(address, onChange);
}

class AnimatedMedia extends MovingMedia<VideoFrame> {
  #decoder: ImageDecoder | undefined;
  #target = 0;
  /** End of each frame that has been decoded so far, in seconds. */
  readonly #ends: number[] = [];
  #count = 1;
  #shown = -1;
  #busy = true;

  constructor(address: string, onChange: () => void) {
    super(onChange);
    this.#open(address).catch(() => this.fail());
  }

  /** All data is loaded: while a frame is being decoded, the previous one stays. */
  get hasFutureData(): boolean {
    return this.state === 'ready';
  }

  follow(time: number, _rate: number, lateness: number): void {
    this.#target = time + lateness;
    if (this.state !== 'ready' || this.#indexAt(this.#target) === this.#shown) return;
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
    // Avoids loading a whole undecodable video only to find that it is not an image.
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

  /**
   * Shows the requested frame, repeatedly if the request changes meanwhile; then decodes the rest to learn its
   * durations.
   */
  async #work(): Promise<void> {
    this.#busy = true;
    while (this.#decoder) {
      const index = this.#indexAt(this.#target);
      if (index !== this.#shown) await this.#decode(index, true);
      else if (this.#ends.length < this.#count) await this.#decode(this.#ends.length, false);
      else break;
    }
    this.#busy = false;
    if (!this.#decoder || this.settled) return;
    // Set only now, because the requested time may depend on the duration.
    this.duration = this.#count > 1 ? (this.#ends.at(-1) ?? 0) : 0;
    this.settled = true;
    this.notify();
  }

  /** Returns the frame at a time, or the next one whose end is unknown. */
  #indexAt(time: number): number {
    const ends = this.#ends;
    for (let i = 0; i < ends.length; i += 1) if ((ends[i] as number) > time) return i;
    return Math.min(ends.length, this.#count - 1);
  }

  async #decode(frameIndex: number, show: boolean): Promise<void> {
    const found = await this.#decoder?.decode({ frameIndex });
    if (!found) return;
    const { image } = found;
    // Decoders report a delay of 0 as written in the file.
    if (frameIndex === this.#ends.length) this.#ends.push((this.#ends.at(-1) ?? 0) + delayOf(image.duration ?? 0, 1e6));
    // A frame with an unknown end may turn out to be over at the requested time.
    if (!this.#decoder || !show || this.#indexAt(this.#target) !== frameIndex) image.close();
    else this.#show(image, frameIndex);
  }

  #show(image: VideoFrame, index: number): void {
    this.present(image);
    this.width = image.displayWidth;
    this.height = image.displayHeight;
    this.state = 'ready';
    this.#shown = index;
    this.notify();
  }
}

/** Detects the type of an image by its first bytes; local files may lack one. */
function typeOf(data: ArrayBuffer): string {
  const [first, second] = new Uint8Array(data, 0, Math.min(2, data.byteLength));
  if (first === 0x47) return 'image/gif';
  if (first === 0x89) return 'image/png';
  return first === 0x52 && second === 0x49 ? 'image/webp' : 'image/jpeg';
}
