import type { Size } from '../../engine/layout/box.ts';

/**
 * Width and height that a PNG, JPEG, GIF or WebP file states in its header, pixels, before any turn by EXIF; so a
 * picture can be refused before memory is taken for it. @returns undefined when it is none of these or states no size.
 */
export function pictureSize(bytes: Buffer): Size | undefined {
  const size = pngSize(bytes) ?? gifSize(bytes) ?? jpegSize(bytes) ?? webpSize(bytes);
  return size && size.width > 0 && size.height > 0 ? size : undefined;
}

/** PNG specification, §11.2.2: IHDR is the first chunk. */
function pngSize(bytes: Buffer): Size | undefined {
  if (bytes.length < 24 || bytes.readUInt32BE(0) !== 0x89504e47 || bytes.toString('latin1', 12, 16) !== 'IHDR')
    return undefined;
  return { width: bytes.readUInt32BE(16), height: bytes.readUInt32BE(20) };
}

/**
 * GIF89a specification, §18: the logical screen; or the first frame (§20) where that is larger, as decoders then
 * take the frame's size.
 */
function gifSize(bytes: Buffer): Size | undefined {
  if (bytes.length < 13 || !/^GIF8[79]a/.test(bytes.toString('latin1', 0, 6))) return undefined;
  const screen = { width: bytes.readUInt16LE(6), height: bytes.readUInt16LE(8) };
  const frame = firstGifFrame(bytes);
  return frame ? { width: Math.max(screen.width, frame.width), height: Math.max(screen.height, frame.height) } : screen;
}

function firstGifFrame(bytes: Buffer): Size | undefined {
  const flags = bytes[10] as number;
  let at = 13 + (flags & 0x80 ? 3 * 2 ** ((flags & 7) + 1) : 0);
  while (at + 10 <= bytes.length) {
    if (bytes[at] === 0x2c) {
      return {
        width: bytes.readUInt16LE(at + 1) + bytes.readUInt16LE(at + 5),
        height: bytes.readUInt16LE(at + 3) + bytes.readUInt16LE(at + 7),
      };
    }
    if (bytes[at] !== 0x21) return undefined;
    at += 2;
    while (at < bytes.length && bytes[at] !== 0) at += 1 + (bytes[at] as number);
    at += 1;
  }
  return undefined;
}

/** JPEG (ITU T.81, annex B): the first start-of-frame segment. */
function jpegSize(bytes: Buffer): Size | undefined {
  if (bytes.length < 4 || bytes.readUInt16BE(0) !== 0xffd8) return undefined;
  let at = 2;
  while (at + 9 <= bytes.length) {
    if (bytes[at] !== 0xff) return undefined;
    const marker = bytes[at + 1] as number;
    const isPadding = marker === 0xff;
    const isFrame = marker >= 0xc0 && marker <= 0xcf && marker !== 0xc4 && marker !== 0xc8 && marker !== 0xcc;
    if (isFrame) return { width: bytes.readUInt16BE(at + 7), height: bytes.readUInt16BE(at + 5) };
    const standsAlone = marker === 0x01 || (marker >= 0xd0 && marker <= 0xd8);
    if (isPadding) at += 1;
    else at += standsAlone ? 2 : 2 + Math.max(2, bytes.readUInt16BE(at + 2));
  }
  return undefined;
}

/** WebP container specification: lossy (VP8), lossless (VP8L) and extended (VP8X) files. */
function webpSize(bytes: Buffer): Size | undefined {
  if (bytes.length < 30 || bytes.toString('latin1', 0, 4) !== 'RIFF' || bytes.toString('latin1', 8, 12) !== 'WEBP')
    return undefined;
  const kind = bytes.toString('latin1', 12, 16);
  if (kind === 'VP8X') return { width: 1 + bytes.readUIntLE(24, 3), height: 1 + bytes.readUIntLE(27, 3) };
  if (kind === 'VP8L') {
    const bits = bytes.readUInt32LE(21);
    return { width: 1 + (bits & 0x3fff), height: 1 + ((bits >>> 14) & 0x3fff) };
  }
  if (kind === 'VP8 ') return { width: bytes.readUInt16LE(26) & 0x3fff, height: bytes.readUInt16LE(28) & 0x3fff };
  return undefined;
}
