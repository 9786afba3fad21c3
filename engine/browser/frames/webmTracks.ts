import { withColor } from './frameColor.ts';

/** A track of a WebM file. */
export interface WebmTrack {
  number: number;
  /** 1: video; 2: audio. */
  type: number;
  codec: string;
  /** Codec initialization data. */
  setup: Uint8Array<ArrayBuffer>;
  /** Frame duration in nanoseconds; 0: unknown. */
  frameNanoseconds: number;
  width: number;
  height: number;
  /** Display size or ratio; 0: as coded. */
  displayWidth: number;
  displayHeight: number;
  /** Colors as code points of ISO/IEC 23091-2; 2: unspecified. */
  matrix: number;
  transfer: number;
  primaries: number;
  /** 1: limited; 2: full. */
  range: number;
  hasAlpha: boolean;
  /** Whether its frames are compressed or encrypted additionally. */
  isPacked: boolean;
  /** Of audio. */
  channels: number;
  /** ISO 639-2. */
  language: string;
  title: string;
  /** 1: the track is played by default. */
  isDefault: number;
}

/** Returns a track with default values. */
export function newTrack(): WebmTrack {
  return {
    number: 0,
    type: 0,
    codec: '',
    setup: new Uint8Array(),
    frameNanoseconds: 0,
    width: 0,
    height: 0,
    displayWidth: 0,
    displayHeight: 0,
    matrix: 2,
    transfer: 2,
    primaries: 2,
    range: 0,
    hasAlpha: false,
    isPacked: false,
    channels: 1,
    language: 'eng',
    title: '',
    isDefault: 1,
  };
}

/**
 * Returns the decoder configuration of a video track.
 * @param first bytes of its first frame. @returns undefined for an unknown codec, and for video with alpha, which
 * decoders drop.
 */
export function webmConfig(track: WebmTrack, first: Uint8Array): VideoDecoderConfig | undefined {
  if (track.hasAlpha || track.isPacked) return undefined;
  const codec = codecOf(track, first);
  if (codec === undefined) return undefined;
  const { width, height, displayWidth, displayHeight, setup, primaries, transfer, range } = track;
  const config: VideoDecoderConfig = {
    codec,
    codedWidth: width,
    codedHeight: height,
    displayAspectWidth: displayWidth || width,
    displayAspectHeight: displayHeight || height,
    ...(track.codec === 'V_MPEG4/ISO/AVC' || track.codec === 'V_AV1' ? { description: setup } : {}),
  };
  const coded = track.codec === 'V_VP9' ? vp9Color(first) : undefined;
  const matrix = track.matrix === 2 && coded ? coded.matrix : track.matrix;
  // ffmpeg, too, lets the range of the frames win.
  const fullRange = coded?.fullRange ?? range === 2;
  const shownWidth = displayWidth > 0 && displayHeight > 0 ? (height * displayWidth) / displayHeight : width;
  return withColor(config, { primaries, transfer, matrix, fullRange }, shownWidth);
}

/**
 * The colors that the header of a key frame of VP9 names (VP9 bitstream specification §6.2.2), the matrix as a code point
 * of ISO/IEC 23091-2.
 */
function vp9Color([head = 0, , , , next = 0]: Uint8Array): { matrix: number; fullRange: boolean } {
  // A mark, the profile, and three flags stand before the three bytes of a sync code; 12 or 10 bits after it, if more than 8.
  const isDeep = (head & 0x10) !== 0;
  const place = isDeep ? 4 : 5;
  const matrix = [2, 6, 1, 6, 7, 9][(next >> place) & 7] ?? 2;
  return { matrix, fullRange: ((next >> (place - 1)) & 1) === 1 };
}

/** Returns the codec string as in the WebCodecs registry. */
function codecOf({ codec, setup }: WebmTrack, first: Uint8Array): string | undefined {
  if (codec === 'V_VP8') return 'vp8';
  if (codec === 'V_VP9') {
    // A two-bit marker, then the low and the high bit of the profile (VP9 bitstream specification §6.2).
    const profile = (((first[0] ?? 0) >> 5) & 1) + (((first[0] ?? 0) >> 4) & 1) * 2;
    return `vp09.0${profile}.51.${profile < 2 ? '08' : '10'}`;
  }
  if (codec === 'V_MPEG4/ISO/AVC' && setup.length > 3) return `avc1.${hex(setup[1])}${hex(setup[2])}${hex(setup[3])}`;
  if (codec !== 'V_AV1') return undefined;
  const [, levels = 0, depths = 0] = setup;
  const level = String(levels & 31).padStart(2, '0');
  return `av01.${levels >> 5}.${level}${depths & 128 ? 'H' : 'M'}.${depths & 64 ? '10' : '08'}`;
}

function hex(byte = 0): string {
  return byte.toString(16).padStart(2, '0');
}
