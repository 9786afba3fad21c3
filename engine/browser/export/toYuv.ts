import type { Bytes } from './mp4/boxes.ts';

/** Pixels of a picture, four bytes each. */
export interface Pixels {
  data: Bytes;
  width: number;
  height: number;
  /** Whether blue comes first rather than red. */
  isBlueFirst: boolean;
}

/** How many bytes a picture has in 4:2:0. */
export function yuvSize(width: number, height: number): number {
  return width * height + 2 * ((width + 1) >> 1) * ((height + 1) >> 1);
}

/** Bits behind the point of the factors below. */
const POINT = 15;
const HALF = 1 << (POINT - 1);
const factor = (value: number): number => Math.round(value * 2 ** POINT);

/** BT.709 in limited range (ITU-R BT.709-6 §3.4, §3.5): 16 to 235, colour 16 to 240. */
const luma = { r: factor((0.2126 * 219) / 255), g: factor((0.7152 * 219) / 255), b: factor((0.0722 * 219) / 255) };
const blue = { r: factor((-0.2126 / 1.8556) * (224 / 255)), g: factor((-0.7152 / 1.8556) * (224 / 255)) };
const red = { g: factor((-0.7152 / 1.5748) * (224 / 255)), b: factor((-0.0722 / 1.5748) * (224 / 255)) };
/** Half of the range: what a colour's own channel adds. */
const own = factor(0.5 * (224 / 255));
const middle = (128 << POINT) + HALF;
const black = (16 << POINT) + HALF;

/**
 * Converts pixels to 4:2:0 in BT.709, as the renderer encodes them: browsers convert each in their own way. Four
 * neighbours share the mean of their colours. Alpha is left out.
 * @param out yuvSize bytes: the planes Y, U and V one after another. @param width,height of pixels; even.
 */
export function toYuv({ data, width, height, isBlueFirst }: Pixels, out: Uint8Array): void {
  const source = new Uint32Array(data.buffer, data.byteOffset, width * height);
  const [redShift, blueShift] = isBlueFirst ? [16, 0] : [0, 16];
  const half = width >> 1;
  let u = width * height;
  let v = u + half * (height >> 1);
  for (let y = 0; y < height; y += 2) {
    let top = y * width;
    let below = top + width;
    for (let x = 0; x < half; x += 1) {
      let [r, g, b] = [0, 0, 0];
      for (let k = 0; k < 4; k += 1) {
        const at = k < 2 ? top + k : below + k - 2;
        const pixel = source[at] as number;
        const pr = (pixel >>> redShift) & 255;
        const pg = (pixel >>> 8) & 255;
        const pb = (pixel >>> blueShift) & 255;
        out[at] = (luma.r * pr + luma.g * pg + luma.b * pb + black) >> POINT;
        r += pr;
        g += pg;
        b += pb;
      }
      out[u] = (((blue.r * r + blue.g * g + own * b) >> 2) + middle) >> POINT;
      out[v] = (((own * r + red.g * g + red.b * b) >> 2) + middle) >> POINT;
      u += 1;
      v += 1;
      top += 2;
      below += 2;
    }
  }
}
