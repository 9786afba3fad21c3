import { writeFileSync } from 'node:fs';

/** Writes a silent AMR file, which ffmpeg can read but not write. @param seconds duration. */
export function writeAmr(path: string, seconds: number): string {
  // Frames of 20 ms at 12.2 kbit/s: a header and 31 bytes (RFC 4867, §5.3).
  const frame = Buffer.concat([Buffer.from([0x3c]), Buffer.alloc(31)]);
  writeFileSync(path, Buffer.concat([Buffer.from('#!AMR\n'), ...Array(Math.round(50 * seconds)).fill(frame)]));
  return path;
}

/** Writes a silent Monkey's Audio file, stereo at 44,100 Hz: one frame with the silence flag. */
export function writeApe(path: string, seconds: number): string {
  const samples = Math.round(44_100 * seconds);
  // Checksum with the bit for flags, the silence flags, and the range coder's first byte; little-endian words.
  const frame = Buffer.alloc(64);
  frame.writeUInt32LE(0x80000000, 0);
  frame.writeUInt32LE(3, 4);
  const [descriptor, header, seek] = [Buffer.alloc(52), Buffer.alloc(24), Buffer.alloc(4)];
  descriptor.write('MAC ', 'latin1');
  descriptor.writeUInt16LE(3990, 4);
  for (const [at, value] of [52, 24, seek.length, 0, frame.length].entries())
    descriptor.writeUInt32LE(value, 8 + 4 * at);
  header.writeUInt16LE(1000, 0);
  header.writeUInt32LE(samples, 4);
  header.writeUInt32LE(samples, 8);
  header.writeUInt32LE(1, 12);
  header.writeUInt16LE(16, 16);
  header.writeUInt16LE(2, 18);
  header.writeUInt32LE(44_100, 20);
  seek.writeUInt32LE(80, 0);
  writeFileSync(path, Buffer.concat([descriptor, header, seek, frame]));
  return path;
}

/**
 * Adds the tag to an M4A by which iTunes states encoder padding, instead of an edit list. Its index must follow the
 * audio. @param padding.before samples before the audio. @param padding.samples of the audio.
 */
export function withItunesPadding(file: Buffer, { before, samples }: { before: number; samples: number }): Buffer {
  const hex = (value: number, digits = 8) => value.toString(16).toUpperCase().padStart(digits, '0');
  const lengths = [hex(0), hex(before), hex(0), hex(samples, 16), ...Array<string>(8).fill(hex(0))];
  const stated = lengths.map((length) => ` ${length}`).join('');
  const words = (text: string, flags = 0) => Buffer.concat([uint32(flags), Buffer.from(text)]);
  const data = Buffer.concat([uint32(1), words(stated)]);
  const item = box('----', box('mean', words('com.apple.iTunes')), box('name', words('iTunSMPB')), box('data', data));
  const handler = Buffer.concat([Buffer.alloc(8), Buffer.from('mdirappl'), Buffer.alloc(9)]);
  const udta = box('udta', box('meta', uint32(0), box('hdlr', handler), box('ilst', item)));
  const boxes = boxesIn(file).map((one) => {
    if (one.toString('latin1', 4, 8) !== 'moov') return one;
    const inner = boxesIn(one.subarray(8)).filter((child) => child.toString('latin1', 4, 8) !== 'udta');
    return box('moov', ...inner, udta);
  });
  return Buffer.concat(boxes);
}

function boxesIn(bytes: Buffer): Buffer[] {
  const boxes: Buffer[] = [];
  for (let at = 0; at < bytes.length; at += bytes.readUInt32BE(at))
    boxes.push(bytes.subarray(at, at + bytes.readUInt32BE(at)));
  return boxes;
}

function box(type: string, ...content: Buffer[]): Buffer {
  const bytes = Buffer.concat([Buffer.from(type), ...content]);
  return Buffer.concat([uint32(bytes.length + 4), bytes]);
}

function uint32(value: number): Buffer {
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32BE(value);
  return bytes;
}
