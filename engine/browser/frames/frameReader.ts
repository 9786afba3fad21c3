import { Bell } from '../bell.ts';
import { type ByteReader, createByteReader } from './byteReader.ts';
import type { FrameSample, Video } from './video.ts';

/** Decoded frames of one video that are held for playing backwards may need this much, bytes. */
const BACKWARD_BYTES = 128_000_000;
/** How many pieces a decoder is given at a time, and how many finished frames wait for their turn. */
const IN_HAND = 6;

/** Gives the frames of a video one after another, in any order; fast for neighbors, forwards and backwards. */
export interface FrameReader {
  /**
   * One frame, or the nearest that there is where it is damaged. It is closed with the next call; clone it to keep it.
   * Calls must not overlap.
   * @param place in the video's `shown`. @param backwards whether earlier ones will be asked for next.
   * @throws when the video cannot be decoded.
   */
  frame(place: number, backwards: boolean): Promise<VideoFrame>;
  close(): void;
}

/** Makes a reader of a video whose settings this browser's decoder takes. */
export function createFrameReader(video: Video): FrameReader {
  return new Reader(video);
}

class Reader implements FrameReader {
  readonly #video: Video;
  readonly #bytes: ByteReader;
  readonly #decoder: VideoDecoder;
  /** Place in `shown` by the time stamp that a frame carries. */
  readonly #places = new Map<number, number>();
  readonly #ready = new Map<number, VideoFrame>();
  /** Which places are worth keeping. */
  #from = 0;
  #until = 0;
  /** Number of the sample that is decoded next, and of the latest place that came out. */
  #next = Number.POSITIVE_INFINITY;
  #latest = -1;
  /** The last place that comes out; those after it are damaged. */
  #last = Number.POSITIVE_INFINITY;
  #failure: unknown;
  /** Pieces that are given to the decoder before anybody waits for them. */
  #ahead: Promise<void> = Promise.resolve();
  /** Whether a decoder is there that does not mind how many of its frames are held; known once it is asked for. */
  #holds: boolean | undefined;
  readonly #bell = new Bell();

  constructor(video: Video) {
    this.#video = video;
    this.#bytes = createByteReader(video.file);
    for (const [place, index] of video.shown.entries()) this.#places.set(sampleStamp(this.#sample(index)), place);
    this.#decoder = new VideoDecoder({
      output: (frame) => this.#take(frame),
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
    // Where the video breaks off is known only when its end has been looked for.
    if (!frame && this.#last < place) frame = await this.#find(this.#last, backwards);
    if (!frame) throw new Error('A frame of the video is missing.');
    if (!backwards) this.#goOn();
    return frame;
  }

  /** @returns undefined where neither the frame nor one beside it has come out. */
  async #find(place: number, backwards: boolean): Promise<VideoFrame | undefined> {
    this.#keep(place, backwards);
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

  #keep(place: number, backwards: boolean): void {
    const { codedWidth = 1, codedHeight = 1 } = this.#video.config;
    const many = this.#holds ? Math.max(2, Math.floor(BACKWARD_BYTES / (codedWidth * codedHeight * 1.5))) : 2;
    this.#from = backwards ? place - many + 1 : place;
    this.#until = backwards ? place : Number.POSITIVE_INFINITY;
    for (const [at, frame] of this.#ready) if (!this.#isWanted(at)) this.#drop(at, frame);
  }

  /** A graphics card has few places for frames; held for playing backwards, they would stop its decoder. */
  #patient(): VideoDecoderConfig {
    return { ...this.#video.config, hardwareAcceleration: 'prefer-software' };
  }

  #isWanted(place: number): boolean {
    return place >= this.#from && place <= this.#until;
  }

  #drop(place: number, frame: VideoFrame): void {
    frame.close();
    this.#ready.delete(place);
  }

  /** Whether decoding on from where it is leads there without a detour. */
  #isAhead(place: number): boolean {
    const isUnderWay = this.#decoder.state === 'configured' && Number.isFinite(this.#next);
    return isUnderWay && place > this.#latest && this.#next >= this.#keyBefore(place);
  }

  /** The sample from which a frame can be decoded; what is shown before its own key needs the one before that too. */
  #keyBefore(place: number): number {
    const { samples, shown } = this.#video;
    const wanted = shown[place] as number;
    let at = wanted;
    while (at > 0 && !samples[at]?.isKey) at -= 1;
    if (this.#sample(at).time <= this.#sample(wanted).time) return at;
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

  /** The last frames come out only when the decoder knows that nothing follows. */
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

  /** Lets the decoder work on what will be asked for next, while others draw. */
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

  #take(frame: VideoFrame): void {
    const place = this.#places.get(frame.timestamp);
    if (place !== undefined) this.#latest = Math.max(this.#latest, place);
    if (place === undefined || !this.#isWanted(place) || this.#failure) frame.close();
    else {
      this.#ready.get(place)?.close();
      this.#ready.set(place, frame);
    }
    this.#bell.ring();
  }
}

/** Microseconds, as decoders count. */
function sampleStamp({ time }: FrameSample): number {
  return Math.round(time * 1e6);
}
