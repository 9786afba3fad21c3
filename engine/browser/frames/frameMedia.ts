import { MovingMedia, type OpenMedia } from '../media/openMedia.ts';
import { createFrameReader, type FrameReader } from './frameReader.ts';
import { shownAt, type Video } from './video.ts';

/** Longest backward step that counts as backwards playback, in frames. A longer step is a seek. */
const LONGEST_STEP = 16;

/**
 * Opens a video whose frames are decoded individually, at any speed and in both directions: for exports.
 * @param video with a configuration that this browser's decoder supports.
 */
export function openVideoFrames(video: Video, onChange: () => void): OpenMedia {
  return new FrameMedia(video, onChange);
}

class FrameMedia extends MovingMedia<VideoFrame> {
  readonly #video: Video;
  readonly #reader: FrameReader;
  /** The requested time, including the tolerance for late frames. */
  #time = 0;
  #shown = -1;
  #busy = false;
  #scratch: OffscreenCanvas | undefined;

  constructor(video: Video, onChange: () => void) {
    super(onChange);
    this.#video = video;
    this.#reader = createFrameReader(video);
    Object.assign(this, { width: video.width, height: video.height, duration: video.duration });
  }

  follow(time: number, _rate: number, lateness: number): void {
    this.#time = time + lateness;
    if (this.state === 'failed' || this.#target === this.#shown) return;
    this.settled = false;
    if (!this.#busy) this.#work().catch(() => this.fail());
  }

  override close(): void {
    super.close();
    this.#reader.close();
  }

  get #target(): number {
    return shownAt(this.#video, this.#time);
  }

  /** Shows the requested frame, repeatedly if the request changes meanwhile. */
  async #work(): Promise<void> {
    this.#busy = true;
    for (let place = this.#target; place !== this.#shown; place = this.#target) {
      const back = this.#shown - place;
      const frame = await this.#reader.frame(place, back > 0 && back <= LONGEST_STEP);
      if (this.ending.signal.aborted) return;
      this.present(this.#upright(frame));
      this.#shown = place;
      this.state = 'ready';
      this.notify();
    }
    this.#busy = false;
    this.settled = true;
    this.notify();
  }

  /** Returns a rotated copy of the frame, owned by the caller. */
  #upright(frame: VideoFrame): VideoFrame {
    const { rotation, width, height } = this.#video;
    if (rotation === 0) return frame.clone();
    const canvas = this.#scratch ?? new OffscreenCanvas(width, height);
    this.#scratch = canvas;
    const ctx = canvas.getContext('2d');
    if (!ctx) throw new Error('This browser does not provide a canvas.');
    ctx.setTransform(1, 0, 0, 1, width / 2, height / 2);
    ctx.rotate((rotation * Math.PI) / 180);
    const [across, down] = rotation === 180 ? [width, height] : [height, width];
    ctx.drawImage(frame, -across / 2, -down / 2, across, down);
    return new VideoFrame(canvas, { timestamp: frame.timestamp });
  }
}
