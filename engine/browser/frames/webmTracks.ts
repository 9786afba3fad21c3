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
  hasAlpha: boolean;
  /** Whether its frames are compressed or encrypted additionally. */
  isPacked: boolean;
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
    hasAlpha: false,
    isPacked: false,
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
  const { width, height, displayWidth, displayHeight, setup } = track;
  return {
    codec,
    codedWidth: width,
    codedHeight: height,
    displayAspectWidth: displayWidth || width,
    displayAspectHeight: displayHeight || height,
    ...(track.codec === 'V_MPEG4/ISO/AVC' || track.codec === 'V_AV1' ? { description: setup } : {}),
  };
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
