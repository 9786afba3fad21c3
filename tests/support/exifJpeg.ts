import { createCanvas } from '@napi-rs/canvas';

/** Returns an EXIF block with only an orientation, 1 to 8, in little-endian order. */
function exifBlock(orientation: number): Buffer {
  const tiff = Buffer.alloc(26);
  tiff.write('II*\0', 0, 'latin1');
  tiff.writeUInt32LE(8, 4);
  tiff.writeUInt16LE(1, 8);
  tiff.writeUInt16LE(0x0112, 10);
  tiff.writeUInt16LE(3, 12);
  tiff.writeUInt32LE(1, 14);
  tiff.writeUInt16LE(orientation, 18);
  const body = Buffer.concat([Buffer.from('Exif\0\0', 'latin1'), tiff]);
  const head = Buffer.from([0xff, 0xe1, 0, 0]);
  head.writeUInt16BE(body.length + 2, 2);
  return Buffer.concat([head, body]);
}

/** Creates a JPEG of 80 × 40 pixels with an EXIF orientation; stored red on the left and blue on the right. */
export function exifJpeg(orientation: number): Buffer {
  const canvas = createCanvas(80, 40);
  const ctx = canvas.getContext('2d');
  ctx.fillStyle = '#ff0000';
  ctx.fillRect(0, 0, 40, 40);
  ctx.fillStyle = '#0000ff';
  ctx.fillRect(40, 0, 40, 40);
  const plain = canvas.toBuffer('image/jpeg', 95);
  return Buffer.concat([plain.subarray(0, 2), exifBlock(orientation), plain.subarray(2)]);
}
