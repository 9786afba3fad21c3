import { WakeUp } from '../wakeUp.ts';
import { type ByteReader, createByteReader } from './byteReader.ts';
import type { FrameSample, Video } from './video.ts';

/** Most memory for decoded frames that are cached for backwards playback, in bytes. */
const BACKWARD_BYTES = 128_000_000;
/** Most chunks in the decoder's queue, and most decoded frames waiting. */
const IN_HAND = 6;

/** Returns frames of a video in any order; fast for adjacent ones, forwards and backwards. */
export interface FrameReader {
  /**
   * Returns a frame, or the nearest one if it is damaged. It is closed by the next call; clone it to keep it. Calls
   * must not overlap.
   * @param place index in the video's `shown`. @param backwards whether earlier frames will follow.
   * @throws if the video cannot be decoded.
   */
  frame(place: number, backwards: boolean): Promise<VideoFrame>;
  close(): void;
}

/** Creates a reader of a video with a configuration that this browser's decoder supports. */
export function createFrameReader(video: Video): FrameReader {
  return new Reader(video);
}

class Reader implements FrameReader {
  readonly #video: Video;
  readonly #bytes: ByteReader;
  readonly #decoder: VideoDecoder;
  /** Index in `shown` by a frame's timestamp. */
  readonly #places = new Map<number, number>();
  readonly #ready = new Map<number, VideoFrame>();
  /** Range of frames worth caching. */
  #from = 0;
  #until = 0;
  /** Index of the next sample to decode, and of the latest decoded frame. */
  #next = Number.POSITIVE_INFINITY;
  #latest = -1;
  /** The last frame that can be decoded; later ones are damaged. */
  #last = Number.POSITIVE_INFINITY;
  #failure: unknown;
  /** Chunks that are queued ahead of demand. */
  #ahead: Promise<void> = Promise.resolve();
  /** Whether a decoder is available that tolerates many open frames; checked on demand. */
  #holds: boolean | undefined;
  readonly #bell = new WakeUp();

  constructor(video: Video) {
    this.#video = video;
    this.#bytes = createByteReader(video.file);
    for (const [place, index] of video.shown.entries()) this.#places.set(sampleStamp(this.#sample(index)), place);
    this.#decoder = new VideoDecoder({
      output: (frame) => this.#receive(frame),
      error: (error) => {
        this.#failure = error;
        this.#bell.ring();
      },
    });
    this.#decoder.addEventListener('dequeue', () => this.#bell.ring());
  }

  async frame(place: number, backwards: boolean): Promise<VideoFrame> {
    await this.#ahead;
    if (backwards) this.#holds ??= (await VideoDecoder.isConfigSupported(this.#patient())).supported === true;
    let frame = await this.#find(Math.min(place, this.#last), backwards);
    // A truncated video is detected only when its end is decoded.
    if (!frame && this.#last < place) frame = await this.#find(this.#last, backwards);
    if (!frame) throw new Error('A frame of the video is missing.');
    if (!backwards) this.#goOn();
    return frame;
  }

  /** @returns undefined if neither the frame nor a neighbor could be decoded. */
  async #find(place: number, backwards: boolean): Promise<VideoFrame | undefined> {
    this.#retain(place, backwards);
    if (!this.#ready.has(place) && !this.#isAhead(place)) this.#startBefore(place);
    return this.#decodeUntil(place);
  }

  close(): void {
    this.#failure = new Error('closed');
    if (this.#decoder.state !== 'closed') this.#decoder.close();
    for (const frame of this.#ready.values()) frame.close();
    this.#ready.clear();
    this.#bell.ring();
  }

  #sample(index: number): FrameSample {
    return this.#video.samples[index] as FrameSample;
  }

  #retain(place: number, backwards: boolean): void {
    const { codedWidth = 1, codedHeight = 1 } = this.#video.config;
    const many = this.#holds ? Math.max(2, Math.floor(BACKWARD_BYTES / (codedWidth * codedHeight * 1.5))) : 2;
    this.#from = backwards ? place - many + 1 : place;
    this.#until = backwards ? place : Number.POSITIVE_INFINITY;
    for (const [at, frame] of this.#ready) if (!this.#isRequested(at)) this.#drop(at, frame);
  }

  /** Graphics cards have few frame buffers; caching frames would block a hardware decoder. */
  #patient(): VideoDecoderConfig {
    return { ...this.#video.config, hardwareAcceleration: 'prefer-software' };
  }

  #isRequested(place: number): boolean {
    return place >= this.#from && place <= this.#until;
  }

  #drop(place: number, frame: VideoFrame): void {
    frame.close();
    this.#ready.delete(place);
  }

  /** Returns whether continued decoding reaches a frame without a restart. */
  #isAhead(place: number): boolean {
    const isUnderWay = this.#decoder.state === 'configured' && Number.isFinite(this.#next);
    return isUnderWay && place > this.#latest && this.#next >= this.#keyBefore(place);
  }

  /** Returns the sample to start decoding from; frames shown before their own key frame need the previous one too. */
  #keyBefore(place: number): number {
    const { samples, shown } = this.#video;
    const target = shown[place] as number;
    let at = target;
    while (at > 0 && !samples[at]?.isKey) at -= 1;
    if (this.#sample(at).time <= this.#sample(target).time) return at;
    do at -= 1;
    while (at > 0 && !samples[at]?.isKey);
    return Math.max(0, at);
  }

  #startBefore(place: number): void {
    if (this.#failure) throw this.#failure;
    this.#decoder.reset();
    this.#decoder.configure(this.#holds ? this.#patient() : this.#video.config);
    for (const [at, frame] of this.#ready) this.#drop(at, frame);
    this.#next = this.#keyBefore(place);
    this.#latest = -1;
  }

  async #decodeUntil(place: number): Promise<VideoFrame | undefined> {
    while (true) {
      if (this.#failure) throw this.#failure;
      const frame = this.#ready.get(place);
      if (frame) return frame;
      if (this.#latest >= place) return this.#nearest(place);
      if (this.#next >= this.#video.samples.length) return this.#finish(place);
      if (this.#decoder.decodeQueueSize < IN_HAND) await this.#feed();
      else await this.#bell.next();
    }
  }

  #nearest(place: number): VideoFrame | undefined {
    const places = [...this.#ready.keys()].sort((a, b) => Math.abs(a - place) - Math.abs(b - place));
    return this.#ready.get(places[0] ?? -1);
  }

  /** The decoder outputs its last frames only after a flush. */
  async #finish(place: number): Promise<VideoFrame | undefined> {
    await this.#decoder.flush();
    this.#next = Number.POSITIVE_INFINITY;
    if (this.#latest >= 0 && this.#latest < place) this.#last = this.#latest;
    return this.#ready.get(place) ?? this.#nearest(place);
  }

  async #feed(): Promise<void> {
    const sample = this.#sample(this.#next);
    this.#next += 1;
    const data = await this.#bytes.read(sample.offset, sample.size);
    if (this.#decoder.state !== 'configured') return;
    this.#decoder.decode(
      new EncodedVideoChunk({ type: sample.isKey ? 'key' : 'delta', timestamp: sampleStamp(sample), data }),
    );
  }

  /** Decodes ahead while the current frame is drawn. */
  #goOn(): void {
    const feed = async (): Promise<void> => {
      while (this.#hasRoom()) await this.#feed();
    };
    this.#ahead = feed().catch(() => {});
  }

  #hasRoom(): boolean {
    const { state, decodeQueueSize } = this.#decoder;
    const waiting = this.#ready.size + decodeQueueSize;
    return state === 'configured' && waiting < IN_HAND && this.#next < this.#video.samples.length;
  }

  #receive(frame: VideoFrame): void {
    const place = this.#places.get(frame.timestamp);
    if (place !== undefined) this.#latest = Math.max(this.#latest, place);
    if (place === undefined || !this.#isRequested(place) || this.#failure) frame.close();
    else {
      this.#ready.get(place)?.close();
      this.#ready.set(place, frame);
    }
    this.#bell.ring();
  }
}

/** Microseconds, the unit of decoders. */
function sampleStamp({ time }: FrameSample): number {
  return Math.round(time * 1e6);
}
