import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { createCanvas } from '@napi-rs/canvas';

/** Inserts bytes in hexadecimal behind a JPEG's start marker and behind its first segment. */
export function jpegWith(jpeg: Buffer, start: string, later = ''): Buffer {
  const second = 4 + jpeg.readUInt16BE(4);
  const [first, rest] = [jpeg.subarray(2, second), jpeg.subarray(second)];
  return Buffer.concat([jpeg.subarray(0, 2), Buffer.from(start, 'hex'), first, Buffer.from(later, 'hex'), rest]);
}

/** Creates an empty ID3v2 tag. @param bytes of padding, at most 2,097,151. */
export function id3(bytes: number): Buffer {
  const size = [bytes >> 14, (bytes >> 7) & 127, bytes & 127];
  return Buffer.concat([Buffer.from('ID3\x03\0\0\0', 'latin1'), Buffer.from(size), Buffer.alloc(bytes)]);
}

/** Creates a gray bitmap with 24 bits per pixel. @param stated size in the header. */
export function bmpOf(size: readonly [number, number], stated: readonly [number, number] = size): Buffer {
  const bytes = Buffer.alloc(54 + 4 * Math.ceil((size[0] * 3) / 4) * size[1]);
  bytes.fill(0x80, 54);
  bytes.write('BM', 0, 'latin1');
  bytes.writeUInt32LE(bytes.length, 2);
  bytes.writeUInt32LE(54, 10);
  bytes.writeUInt32LE(40, 14);
  bytes.writeInt32LE(stated[0], 18);
  bytes.writeInt32LE(stated[1], 22);
  bytes.writeUInt16LE(1, 26);
  bytes.writeUInt16LE(24, 28);
  return bytes;
}

/** Creates an orange AVIF of 40 × 24 pixels. @param claimed width and height in its boxes. */
export function avifOf(claimed?: number): Buffer {
  const canvas = createCanvas(40, 24);
  const ctx = canvas.getContext('2d');
  ctx.fillStyle = '#ff8800';
  ctx.fillRect(0, 0, 40, 24);
  const bytes = Buffer.from(canvas.toBuffer('image/avif'));
  for (let at = bytes.indexOf('ispe'); claimed !== undefined && at >= 0; at = bytes.indexOf('ispe', at + 4)) {
    bytes.writeUInt32BE(claimed, at + 8);
    bytes.writeUInt32BE(claimed, at + 12);
  }
  return bytes;
}

/** Creates an animated AVIF of two 64 × 48 images: a white square at the upper left, then all black. */
export function animatedAvifOf(): Buffer {
  const source = ['-f', 'lavfi', '-i', "color=black:s=64x48:r=2:d=1,drawbox=w=16:h=16:c=white:t=fill:enable='lt(n,1)'"];
  const file = join(mkdtempSync(join(tmpdir(), 'cutroom-avif-')), 'moving.avif');
  execFileSync('ffmpeg', ['-v', 'error', ...source, '-c:v', 'libaom-av1', '-cpu-used', '8', file]);
  const bytes = readFileSync(file);
  rmSync(dirname(file), { recursive: true });
  return bytes;
}

/** Unsupported formats with the first bytes of a file. */
export const unreadFiles: readonly (readonly [name: string, bytes: Buffer<ArrayBuffer>])[] = [
  ['HEIC', Buffer.from('\0\0\0\x18ftypheic\0\0\0\0mif1heic', 'latin1')],
  ['JPEG XL', Buffer.from('\xff\x0a\xfa\x1f\x41\x91\x08\x06\x01\0\x48\0', 'latin1')],
  ['PDF', Buffer.from('%PDF-1.7\n%\xe2\xe3\xcf\xd3\n', 'latin1')],
  ['JPEG 2000', Buffer.from('\0\0\0\x0cjP  \r\n\x87\n\0\0\0\x14ftypjp2 \0\0\0\0jp2 ', 'latin1')],
  ['Photoshop', Buffer.from('8BPS\0\x01\0\0\0\0\0\0\0\x03', 'latin1')],
].map(([name, bytes]) => [name as string, Buffer.concat([bytes as Buffer, Buffer.alloc(200)])] as const);
