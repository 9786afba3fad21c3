import { expect, it } from 'vitest';
import { toYuv420, yuvSize } from '../../../engine/painters/yuv.ts';

const colors = [0, 0xff112233, 0x80ff8040, 0xffffffff, 0x00ffffff];
const [width, height] = [12, 8];

/** An image with wide areas of colors and, below, of single pixels. */
function picture(): Uint32Array {
  return Uint32Array.from({ length: width * height }, (_, at) => {
    const [x, y] = [at % width, Math.floor(at / width)];
    return colors[y < 4 ? Math.floor(x / 5) : (3 * x + 5 * y) % colors.length] as number;
  });
}

function converted(pixels: Uint32Array, size: { width: number; height: number }, alpha: boolean): Uint8Array {
  const out = new Uint8Array(yuvSize(size.width, size.height, alpha));
  toYuv420({ data: new Uint8Array(pixels.buffer), ...size, isBlueFirst: false }, out, alpha);
  return out;
}

it.each([false, true])(
  'converts wide areas of one color like each block of four pixels on its own (alpha: %s)',
  (alpha) => {
    const pixels = picture();
    const whole = converted(pixels, { width, height }, alpha);
    const [luma, chroma] = [width * height, (width * height) / 4];
    for (let y = 0; y < height; y += 2)
      for (let x = 0; x < width; x += 2) {
        const places = [0, 1, width, width + 1].map((step) => y * width + x + step);
        const four = converted(
          Uint32Array.from(places, (at) => pixels[at] as number),
          { width: 2, height: 2 },
          alpha,
        );
        const shared = luma + (y / 2) * (width / 2) + x / 2;
        const alphas = alpha ? places.map((at) => luma + 2 * chroma + at) : [];
        expect([...places, shared, shared + chroma, ...alphas].map((at) => whole[at])).toEqual([...four]);
      }
  },
);
