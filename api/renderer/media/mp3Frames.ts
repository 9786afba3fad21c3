import { type FileWalk, viewOf } from '../../../engine/formats/fileWalk.ts';

/** What the frames of an MP3 declare. */
export interface Mp3Facts {
  /** Audible length in seconds: all frames without the encoder's padding, if its tag declares that. */
  duration: number;
  /** 1 or 2. */
  channels: number;
}

/** A parsed frame header. */
interface Header {
  /** The bits that are constant within a stream: version, layer, rate and channels. */
  same: number;
  /** MPEG 2 and 2.5, whose frames have half as many samples. */
  isHalf: boolean;
  hertz: number;
  channels: number;
  hasChecksum: boolean;
  /** Bytes of the frame, including its header. */
  length: number;
}

/** By version in the header: 2.5, reserved, 2, 1. */
const rates = [[11_025, 12_000, 8000], [], [22_050, 24_000, 16_000], [44_100, 48_000, 32_000]];
/** In kbit/s, of MPEG 1 and of the others; index 0 means that the stream does not declare it. */
const bitRates = [
  [0, 32, 40, 48, 56, 64, 80, 96, 112, 128, 160, 192, 224, 256, 320],
  [0, 8, 16, 24, 32, 40, 48, 56, 64, 80, 96, 112, 128, 144, 160],
];

/** With fewer frames, ffmpeg may detect another format. One of these first frames must be decodable. */
const leastFrames = 16;
/** Maximum size of the tail behind the frames, which is read at once, in bytes. */
const mostTail = 65_536;
/** Bytes read of a tag, and of a frame: header, checksum and side information. */
const [tagHead, frameHead] = [10, 64];
/** Bytes read of a frame that may hold a table. */
const tableHead = 256;
/** ffmpeg's clock of MP3 in ticks per second: a multiple of all sample rates. */
const clock = 14_112_000;

/**
 * Walks the frames of an MP3 from first to last.
 * @returns undefined unless the file is as plain as encoders write it: tags, contiguous frames of one kind, tags. Gaps
 * and truncated frames are left to the decoder.
 */
export function* mp3Walk(): FileWalk<Mp3Facts | undefined> {
  let at = yield* endOfTags();
  const start = yield { at, length: tableHead };
  const table = headerOf(start);
  if (!table || start.length < frameHead) return undefined;
  const hasTable = isTable(start, table);
  const padding = hasTable ? paddingOf(start, table) : 0;
  if (hasTable) at += table.length;
  const first = headerOf(yield { at, length: frameHead });
  if (!first) return undefined;
  let [frames, isDecodable] = [0, false];
  for (;;) {
    const bytes = yield { at, length: frameHead };
    const header = headerOf(bytes);
    if (header?.same !== first.same) break;
    at += header.length;
    frames += 1;
    isDecodable ||= frames < leastFrames && hasSoundHeader(bytes, header);
  }
  const isPlain = frames >= leastFrames && isDecodable && (yield* isEndOrTags(at));
  if (!isPlain) return undefined;
  const duration = Math.max(0, lengthOf(frames, first) - padding / first.hertz);
  return { duration: Math.round(duration * 1e6) / 1e6, channels: first.channels };
}

/** Offset behind the leading tags (ID3v2.4, §3.1). */
function* endOfTags(): FileWalk<number> {
  for (let at = 0; ; ) {
    const head = yield { at, length: tagHead };
    const [version, flags] = [head[3] as number, head[5] as number];
    const size = head.subarray(6);
    if (!startsWith(head, 'ID3') || head.length < tagHead || size.some((byte) => byte > 127)) return at;
    const hasFooter = version === 4 && (flags & 0x10) !== 0;
    at += tagHead + size.reduce((sum, byte) => 128 * sum + byte, 0) + (hasFooter ? tagHead : 0);
  }
}

/** Whether nothing follows the frames, or only tags without a frame sync. @param at end of the last frame. */
function* isEndOrTags(at: number): FileWalk<boolean> {
  const bytes = yield { at: at - 1, length: mostTail };
  // The last frame is truncated.
  if (bytes.length === 0) return false;
  const tail = bytes.subarray(1);
  const isTag = (startsWith(tail, 'TAG') && tail.length === 128) || startsWith(tail, 'APETAGEX');
  const isSound = tail.some((byte, i) => byte === 0xff && (tail[i + 1] ?? 0) >= 0xe0);
  return tail.length === 0 || (isTag && !isSound && bytes.length < mostTail);
}

/** Parses the header of a layer III frame (ISO/IEC 11172-3, §2.4.1.3) that declares its length. */
function headerOf(bytes: Uint8Array): Header | undefined {
  if (bytes.length < 4) return undefined;
  const head = viewOf(bytes).getUint32(0);
  const [version, layer, rate] = [(head >>> 19) & 3, (head >>> 17) & 3, (head >>> 10) & 3];
  const hertz = rates[version]?.[rate];
  const isHalf = version !== 3;
  const kbps = bitRates[isHalf ? 1 : 0]?.[(head >>> 12) & 15];
  if (head >>> 21 !== 0x7ff || layer !== 1 || !hertz || !kbps) return undefined;
  const padding = (head >>> 9) & 1;
  return {
    // Two adjacent frames are a valid start only if these bits are equal.
    same: (head & 0xfffe0ccf) >>> 0,
    isHalf,
    hertz,
    channels: ((head >>> 6) & 3) === 3 ? 1 : 2,
    hasChecksum: ((head >>> 16) & 1) === 0,
    length: Math.floor((144_000 * kbps) / (isHalf ? 2 * hertz : hertz)) + padding,
  };
}

/** Whether the first frame holds a Xing, LAME or Fraunhofer table instead of audio. */
function isTable(bytes: Uint8Array, { isHalf, channels }: Header): boolean {
  const view = viewOf(bytes);
  const at = 4 + sideInfo(isHalf, channels);
  const tag = bytes.subarray(at);
  if (startsWith(tag, 'Xing') || startsWith(tag, 'Info')) {
    // Flags state whether frame count and byte count are present.
    const [hasFrames, hasSize] = [1, 2].map((flag) => (view.getUint32(at + 4) & flag) !== 0);
    const says = (place: number) => view.getUint32(at + 8 + 4 * place) !== 0;
    if ((hasFrames && says(0)) || (hasSize && says(hasFrames ? 1 : 0))) return true;
  }
  return (
    startsWith(bytes.subarray(36), 'VBRI') &&
    view.getUint16(40) === 1 &&
    (view.getUint32(46) | view.getUint32(50)) !== 0
  );
}

/** Padding samples before and after the audio, from the LAME extension. ffmpeg's decoder skips them. */
function paddingOf(bytes: Uint8Array, { isHalf, channels }: Header): number {
  const at = 4 + sideInfo(isHalf, channels);
  const tag = bytes.subarray(at);
  if ((!startsWith(tag, 'Xing') && !startsWith(tag, 'Info')) || tag.length < 8) return 0;
  const flags = viewOf(tag).getUint32(4);
  // Frame count, byte count, a table of 100 bytes, a quality.
  const lengths = [4, 4, 100, 4].map((length, i) => (flags & (1 << i) ? length : 0));
  const lame = tag.subarray(8 + lengths.reduce((sum, length) => sum + length, 0));
  if (lame.length < 24 || !['LAME', 'Lavf', 'Lavc'].some((name) => startsWith(lame, name))) return 0;
  const [a, b, c] = lame.subarray(21, 24) as unknown as [number, number, number];
  return ((a << 4) | (b >> 4)) + (((b & 15) << 8) | c);
}

/** Bytes of side information between a frame's header and its audio. */
function sideInfo(isHalf: boolean, channels: number): number {
  if (isHalf) return channels === 1 ? 9 : 17;
  return channels === 1 ? 17 : 32;
}

/** Whether the side information of a frame is valid (§2.4.1.7). */
function hasSoundHeader(bytes: Uint8Array, { isHalf, channels, hasChecksum }: Header): boolean {
  const start = 8 * (hasChecksum ? 6 : 4);
  const bits = (at: number, count: number) => {
    let value = 0;
    for (let i = at; i < at + count; i += 1) value = 2 * value + (((bytes[i >> 3] as number) >> (7 - (i & 7))) & 1);
    return value;
  };
  // Per granule and channel: the number of coded values, and the window.
  const [ahead, each, granules] = isHalf ? [8 + channels, 63, 1] : [9 + (channels === 1 ? 5 : 3) + 4 * channels, 59, 2];
  return Array.from({ length: granules * channels }, (_, i) => start + ahead + i * each).every((at) => {
    const [values, window] = [bits(at + 12, 9), at + 29 + (isHalf ? 9 : 4)];
    return values <= 288 && (bits(window, 1) === 0 || bits(window + 1, 2) !== 0);
  });
}

/** Length in seconds, rounded as ffprobe prints it. */
function lengthOf(frames: number, { isHalf, hertz }: Header): number {
  const ticks = ((isHalf ? 576 : 1152) * clock) / hertz;
  const printed = (count: number) => Number((count * (1 / clock)).toFixed(6));
  return printed((frames - 1) * ticks) + printed(ticks);
}

function startsWith(bytes: Uint8Array, text: string): boolean {
  return bytes.length >= text.length && Array.from(text).every((char, i) => bytes[i] === char.charCodeAt(0));
}
