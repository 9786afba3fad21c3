import { crc32, deflateSync } from 'node:zlib';

/**
 * Creates a black PNG with one bit per pixel (PNG 3rd edition §11).
 * @param stated size in the header. @param stored size of the data.
 */
export function pngOf(stated: readonly [number, number], stored: readonly [number, number] = stated): Buffer {
  const header = Buffer.alloc(13);
  header.writeUInt32BE(stated[0], 0);
  header.writeUInt32BE(stated[1], 4);
  header[8] = 1;
  const rows = Buffer.alloc((1 + Math.ceil(stored[0] / 8)) * stored[1]);
  const signature = Buffer.from('89504e470d0a1a0a', 'hex');
  const parts = [pngChunk('IHDR', header), pngChunk('IDAT', deflateSync(rows)), pngChunk('IEND', Buffer.alloc(0))];
  return Buffer.concat([signature, ...parts]);
}

function pngChunk(name: string, data: Buffer): Buffer {
  const chunk = Buffer.alloc(12 + data.length);
  chunk.writeUInt32BE(data.length, 0);
  chunk.write(name, 4, 'latin1');
  data.copy(chunk, 8);
  chunk.writeUInt32BE(crc32(chunk.subarray(4, 8 + data.length)), 8 + data.length);
  return chunk;
}

/**
 * Creates a GIF whose frames hold one pixel of data each (GIF89a §20 to §23).
 * @param screen size of the whole. @param frame size that each frame claims.
 */
export function gifOf(screen: readonly [number, number], frame: readonly [number, number], frames: number): Buffer {
  const head = Buffer.from('GIF89a\0\0\0\0\x80\0\0\0\0\0\xff\xff\xff', 'latin1');
  head.writeUInt16LE(screen[0], 6);
  head.writeUInt16LE(screen[1], 8);
  const control = Buffer.from([0x21, 0xf9, 4, 0, 4, 0, 0, 0]);
  const image = Buffer.from([0x2c, 0, 0, 0, 0, 0, 0, 0, 0, 0, 2, 2, 0x44, 1, 0]);
  image.writeUInt16LE(frame[0], 5);
  image.writeUInt16LE(frame[1], 7);
  return Buffer.concat([head, ...Array.from({ length: frames }, () => [control, image]).flat(), Buffer.from([0x3b])]);
}

/** Inserts application segments before a JPEG's image (ITU-T T.81 §B.2.4.6). @param bytes approximate total size. */
export function jpegWithNotes(jpeg: Buffer, bytes: number): Buffer {
  const note = Buffer.alloc(65_535, 0x20);
  note.writeUInt16BE(0xffed, 0);
  note.writeUInt16BE(note.length - 2, 2);
  const notes = Array.from({ length: Math.ceil(bytes / note.length) }, () => note);
  return Buffer.concat([jpeg.subarray(0, 2), ...notes, jpeg.subarray(2)]);
}

/** Changes the size in a JPEG's frame header (ITU-T T.81 §B.2.2). */
export function jpegClaiming(jpeg: Buffer, width: number, height: number): Buffer {
  const lying = Buffer.from(jpeg);
  for (let at = 2; at < lying.length; at += 2 + lying.readUInt16BE(at + 2)) {
    const marker = lying[at + 1] as number;
    if (marker < 0xc0 || marker > 0xc2) continue;
    lying.writeUInt16BE(height, at + 5);
    lying.writeUInt16BE(width, at + 7);
    return lying;
  }
  throw new Error('The JPEG has no frame header.');
}

const containers = new Set(['moov', 'trak', 'mdia', 'minf', 'dinf']);

/**
 * Changes an MP4 so that its tracks refer to data in another file by an alias (QuickTime File Format, data references).
 */
export function mp4PointingTo(mp4: Buffer, path: string): Buffer {
  const boxes: Buffer[] = [];
  for (let at = 0; at < mp4.length; ) {
    const size = mp4.readUInt32BE(at);
    const name = mp4.toString('latin1', at + 4, at + 8);
    const body = mp4.subarray(at + 8, at + size);
    if (name === 'dref') boxes.push(box('dref', aliasTo(path)));
    else boxes.push(box(name, containers.has(name) ? mp4PointingTo(body, path) : body));
    at += size;
  }
  return Buffer.concat(boxes);
}

function box(name: string, body: Buffer): Buffer {
  const head = Buffer.alloc(8);
  head.writeUInt32BE(8 + body.length, 0);
  head.write(name, 4, 'latin1');
  return Buffer.concat([head, body]);
}

/** Creates a data reference: an alias record of 150 fixed bytes, then the absolute path as its part of type 2. */
function aliasTo(path: string): Buffer {
  const name = path.slice(path.lastIndexOf('/') + 1);
  const fixed = Buffer.alloc(150);
  fixed[10] = 6;
  fixed.write('Volume', 11, 'latin1');
  fixed[50] = Math.min(63, name.length);
  fixed.write(name.slice(0, 63), 51, 'latin1');
  fixed.writeInt16BE(1, 130);
  fixed.writeInt16BE(1, 132);
  const even = path.length % 2 === 0 ? path : `${path}\0`;
  const part = Buffer.alloc(4);
  part.writeInt16BE(2, 0);
  part.writeUInt16BE(path.length, 2);
  const end = Buffer.from([0xff, 0xff, 0, 0]);
  const record = Buffer.concat([Buffer.alloc(4), fixed, part, Buffer.from(even, 'latin1'), end]);
  return Buffer.concat([Buffer.from([0, 0, 0, 0, 0, 0, 0, 1]), box('alis', record)]);
}

/** Small files that claim to be huge, by name. @param jpeg any image, used for one of them. */
export function bombsOf(jpeg: Buffer): [name: string, make: () => Buffer][] {
  return [
    ['bomb.png', () => pngOf([16_000, 16_000])],
    ['long.png', () => pngOf([2_000_000_000, 1], [8, 1])],
    ['bomb.gif', () => gifOf([4000, 4000], [1, 1], 5001)],
    ['widest.gif', () => gifOf([1, 1], [65_535, 65_535], 1)],
    ['wide.gif', () => gifOf([1, 1], [16_000, 16_000], 1)],
    ['wide-later.gif', () => gifOf([1, 1], [16_000, 16_000], 3)],
    ['bomb.jpg', () => jpegClaiming(jpeg, 65_000, 65_000)],
  ];
}

/** Files with very many empty parts, by name: walking them is slow. */
export const crowdsOf: [name: string, make: () => Buffer][] = [
  ['boxes.mp4', () => Buffer.concat([ftyp, many(emptyBox, 1_000_000)])],
  ['inner.mp4', () => Buffer.concat([ftyp, box('moov', box('udta', many(emptyBox, 1_000_000)))])],
  // No first box states the format, so ffprobe would be asked.
  ['unnamed.mp4', () => many(box('wide', Buffer.alloc(0)), 1_000_000)],
  ['boxes.avif', () => Buffer.concat([box('ftyp', Buffer.from('avif\0\0\0\0avifmif1')), many(emptyBox, 1_000_000)])],
  ['notes.gif', () => Buffer.concat([Buffer.from('GIF89a\x10\0\x10\0\0\0\0', 'latin1'), many(gifNote, 10_000_000)])],
  ['chunks.webp', () => webpOf(many(Buffer.from('JUNK\0\0\0\0', 'latin1'), 4_000_000))],
  ['notes.jpg', () => Buffer.concat([Buffer.from([0xff, 0xd8]), many(Buffer.from([0xff, 0xfe, 0, 2]), 8_000_000)])],
];

const emptyBox = box('free', Buffer.alloc(0));
const ftyp = box('ftyp', Buffer.from('isom\0\0\x02\0isommp41', 'latin1'));
const gifNote = Buffer.from([0x21, 0xfe, 0]);

function many(part: Buffer, count: number): Buffer {
  return Buffer.alloc(part.length * count, part);
}

/** Creates an animated WebP of meaningless chunks. */
function webpOf(chunks: Buffer): Buffer {
  const head = Buffer.from('RIFF\0\0\0\0WEBPVP8X\x0a\0\0\0\x02\0\0\0\0\0\0\0\0\0', 'latin1');
  head.writeUInt32LE(head.length - 8 + chunks.length, 4);
  return Buffer.concat([head, chunks]);
}
