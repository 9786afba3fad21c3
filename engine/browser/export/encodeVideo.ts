import type { Size } from '../../layout/box.ts';
import type { Quality } from '../../project/output.ts';
import { fpsOf, type Rate } from '../../timeline/frameRate.ts';
import { WakeUp } from '../wakeUp.ts';
import { loadCodecs } from './encoderTrial.ts';
import { avcConfig } from './mp4/avcConfig.ts';
import { type Bytes, bytesOf } from './mp4/boxes.ts';
import { createByteShelf } from './mp4/byteShelf.ts';
import type { EncodedSample, EncodedTrack } from './mp4/encodedTrack.ts';
import { avcEntry } from './mp4/sampleEntries.ts';

/** Settings of a video. */
export interface VideoSettings extends Size {
  rate: Rate;
  quality: Quality;
}

/** Encodes frames of equal length to H.264. */
export interface VideoTrackEncoder {
  /** Encodes the next frame and closes it; waits while the encoder's queue is full. */
  add(frame: VideoFrame): Promise<void>;
  /** Flushes. @returns the encoded track. @throws if the encoder failed or dropped a frame. */
  finish(): Promise<EncodedTrack>;
  close(): void;
}

/** Most 16 × 16 macroblocks per second and per frame, by level (ITU-T H.264, table A-1). */
const levels: readonly [level: number, second: number, frame: number][] = [
  [30, 40_500, 1620],
  [31, 108_000, 3600],
  [32, 216_000, 5120],
  [40, 245_760, 8192],
  [42, 522_240, 8704],
  [50, 589_824, 22_080],
  [51, 983_040, 36_864],
  [52, 2_073_600, 36_864],
  [60, 4_177_920, 139_264],
  [62, 16_711_680, 139_264],
];
/** High, Main and Baseline, as in codec strings. */
const profiles = ['6400', '4d00', '42e0'];
/** Bits per pixel of a one-megapixel frame; smaller ones need more each, larger ones less. */
const bitsPerPixel: Record<Quality, number> = { fast: 0.09, standard: 0.09, high: 0.15 };
const MIN_BITRATE = 400_000;
const MAX_BITRATE = 60_000_000;
/** Seconds between key frames. */
const KEY_SECONDS = 2;
/** Readers round if the timescale is coarser than this, in units per second. */
const FINE_SCALE = 10_000;
/** Most frames in the encoder's queue. */
const IN_HAND = 4;

/** Returns the configuration of this browser's encoder; undefined if it has no H.264 encoder for the size. */
export async function videoConfig(settings: VideoSettings): Promise<VideoEncoderConfig | undefined> {
  if (!('VideoEncoder' in globalThis)) return undefined;
  loadCodecs();
  for (const profile of profiles) {
    const config = configOf(settings, profile);
    const { supported } = await VideoEncoder.isConfigSupported(config).catch(() => ({ supported: false }));
    if (supported) return config;
  }
  return undefined;
}

function configOf({ width, height, rate, quality }: VideoSettings, profile: string): VideoEncoderConfig {
  const fps = fpsOf(rate);
  const blocks = Math.ceil(width / 16) * Math.ceil(height / 16);
  const [level] = levels.find(([, second, frame]) => blocks * fps <= second && blocks <= frame) ?? [62];
  const pixels = width * height;
  const bitrate = bitsPerPixel[quality] * (1e6 / pixels) ** 0.25 * pixels * fps;
  return {
    codec: `avc1.${profile}${level.toString(16).padStart(2, '0')}`,
    width,
    height,
    framerate: fps,
    bitrate: Math.round(Math.min(MAX_BITRATE, Math.max(MIN_BITRATE, bitrate))),
    bitrateMode: 'variable',
    latencyMode: 'quality',
    avc: { format: 'avc' },
  };
}

/** Returns the timestamp of a frame, in microseconds. */
export function frameStamp(index: number, [frames, per]: Rate): number {
  return Math.round((index * per * 1e6) / frames);
}

/** Creates an encoder. @param config from videoConfig. */
export function createVideoEncoder(config: VideoEncoderConfig, settings: VideoSettings): VideoTrackEncoder {
  return new Encoder(config, settings);
}

class Encoder implements VideoTrackEncoder {
  readonly #settings: VideoSettings;
  readonly #encoder: VideoEncoder;
  readonly #keyDistance: number;
  /** Time units per second, and per frame. */
  readonly #units: Rate;
  readonly #samples: EncodedSample[] = [];
  readonly #shelf = createByteShelf();
  /** Index of a frame by its timestamp. */
  readonly #numbers = new Map<number, number>();
  #count = 0;
  #config: Bytes | undefined;
  #failure: unknown;
  readonly #bell = new WakeUp();

  constructor(config: VideoEncoderConfig, settings: VideoSettings) {
    this.#settings = settings;
    const fineness = Math.ceil(FINE_SCALE / settings.rate[0]);
    this.#units = [settings.rate[0] * fineness, settings.rate[1] * fineness];
    this.#keyDistance = Math.max(1, Math.round(KEY_SECONDS * fpsOf(settings.rate)));
    this.#encoder = new VideoEncoder({
      output: (chunk, metadata) => this.#collect(chunk, metadata),
      error: (error) => {
        this.#failure = error;
        this.#bell.ring();
      },
    });
    this.#encoder.addEventListener('dequeue', () => this.#bell.ring());
    this.#encoder.configure(config);
  }

  async add(frame: VideoFrame): Promise<void> {
    try {
      while (this.#encoder.encodeQueueSize >= IN_HAND && !this.#failure) await this.#bell.next();
      if (this.#failure) throw this.#failure;
      this.#numbers.set(frame.timestamp, this.#count);
      this.#encoder.encode(frame, { keyFrame: this.#count % this.#keyDistance === 0 });
      this.#count += 1;
    } finally {
      frame.close();
    }
  }

  async finish(): Promise<EncodedTrack> {
    await this.#encoder.flush();
    if (this.#failure) throw this.#failure;
    const { width, height } = this.#settings;
    if (!this.#config || this.#samples.length !== this.#count) throw new Error('The encoder dropped frames.');
    this.close();
    return {
      kind: 'video',
      timescale: this.#units[0],
      entry: avcEntry(width, height, this.#config),
      samples: this.#samples,
      content: this.#shelf.content(),
      skip: 0,
      width,
      height,
    };
  }

  close(): void {
    if (this.#encoder.state !== 'closed') this.#encoder.close();
  }

  #collect(chunk: EncodedVideoChunk, metadata: EncodedVideoChunkMetadata | undefined): void {
    const data = new Uint8Array(chunk.byteLength);
    chunk.copyTo(data);
    const description = metadata?.decoderConfig?.description;
    if (description) this.#config ??= avcConfig(bytesOf(description), data);
    const [, duration] = this.#units;
    // The encoder may reorder frames; the offset is between decoding and display.
    const number = this.#numbers.get(chunk.timestamp) ?? this.#samples.length;
    const offset = (number - this.#samples.length) * duration;
    this.#shelf.add(data);
    this.#samples.push({ size: data.length, duration, offset, isKey: chunk.type === 'key' });
    this.#bell.ring();
  }
}
