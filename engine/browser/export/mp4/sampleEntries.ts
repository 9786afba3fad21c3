import { type Bytes, box, fullBox, letters, u8, u16, u32 } from './boxes.ts';

/** BT.709 in limited range, in the codes of ITU-T H.273. */
const bt709 = [u16(1, 1, 1), u8(0)];

/** Returns the sample entry of H.264 in BT.709 (ISO/IEC 14496-15 §5.4). @param avcC from the encoder. */
export function avcEntry(width: number, height: number, avcC: Bytes): Bytes {
  const head = [u32(0), u16(0, 1, 0, 0), u32(0, 0, 0), u16(width, height)];
  // 72 dpi, one frame per sample, no name, 24 bits of color.
  const look = [u32(0x480000, 0x480000, 0), u16(1), new Uint8Array(32), u16(24, 0xffff)];
  const colr = box('colr', letters('nclx'), ...bt709);
  return box('avc1', ...head, ...look, box('avcC', avcC), colr);
}

/**
 * Returns the sample entry of Opus (opus-codec.org, "Encapsulation of Opus in ISO Base Media File Format" §4.3). @param
 * head the encoder's OpusHead.
 */
export function opusEntry(head: Bytes): Bytes {
  const view = new DataView(head.buffer, head.byteOffset, head.byteLength);
  const channels = view.getUint8(9);
  const dOps = box(
    'dOps',
    u8(0, channels),
    u16(view.getUint16(10, true)),
    u32(view.getUint32(12, true)),
    u16(view.getUint16(16, true)),
    head.slice(18),
  );
  return box('Opus', ...soundHead(channels, 48_000), dOps);
}

/** Returns the samples to skip at the start of decoded Opus, at 48 kHz. */
export function opusSkip(head: Bytes): number {
  return new DataView(head.buffer, head.byteOffset, head.byteLength).getUint16(10, true);
}

/** Returns the sample entry of AAC (ISO/IEC 14496-14 §5.6). @param config the encoder's AudioSpecificConfig. */
export function aacEntry(config: Bytes, channels: number, sampleRate: number, bitrate: number): Bytes {
  const specific = descriptor(5, config);
  // Object type 0x40 is AAC, stream type 5 is audio.
  const decoder = descriptor(4, u8(0x40, 0x15, 0, 0, 0), u32(bitrate, bitrate), specific);
  const stream = descriptor(3, u16(0), u8(0), decoder, descriptor(6, u8(2)));
  return box('mp4a', ...soundHead(channels, sampleRate), fullBox('esds', 0, 0, stream));
}

function soundHead(channels: number, sampleRate: number): Bytes[] {
  return [u32(0), u16(0, 1), u32(0, 0), u16(channels, 16), u32(0), u32(sampleRate * 65_536)];
}

function descriptor(tag: number, ...contents: Bytes[]): Bytes {
  const size = contents.reduce((sum, part) => sum + part.length, 0);
  return Uint8Array.from([tag, 0x80, 0x80, 0x80, size, ...contents.flatMap((part) => [...part])]);
}
