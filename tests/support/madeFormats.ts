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
