/** Pixels of an image, four bytes each: red, green, blue and alpha, not premultiplied. */
export interface Pixels {
  data: Uint8Array | Uint8ClampedArray;
  width: number;
  height: number;
  /** Whether the order is blue, green, red. */
  isBlueFirst: boolean;
}

/** Returns the number of bytes of an image in 4:2:0. @param alpha with a full-size alpha plane. */
export function yuvSize(width: number, height: number, alpha = false): number {
  return (alpha ? 2 : 1) * width * height + 2 * ((width + 1) >> 1) * ((height + 1) >> 1);
}

/** Fractional bits of the factors below. */
const POINT = 15;
const HALF = 1 << (POINT - 1);
const factor = (value: number): number => Math.round(value * 2 ** POINT);

/** BT.709 in limited range (ITU-R BT.709-6 §3.4, §3.5): luma 16 to 235, color differences 16 to 240. */
const luma = { r: factor((0.2126 * 219) / 255), g: factor((0.7152 * 219) / 255), b: factor((0.0722 * 219) / 255) };
const blue = { r: factor((-0.2126 / 1.8556) * (224 / 255)), g: factor((-0.7152 / 1.8556) * (224 / 255)) };
const red = { g: factor((-0.7152 / 1.5748) * (224 / 255)), b: factor((-0.0722 / 1.5748) * (224 / 255)) };
/** Half of the range: the contribution of a color difference's own channel. */
const own = factor(0.5 * (224 / 255));
const middle = (128 << POINT) + HALF;
const black = (16 << POINT) + HALF;

/**
 * Converts pixels to planar 4:2:0 in BT.709, limited range, for the browser's export and the server's renderer alike.
 * Four neighbors share their mean color, weighted by alpha, so transparent pixels do not gray the edges.
 * @param out yuvSize bytes: planes Y, U, V, and alpha if requested (yuva420p).
 * @param width,height of pixels; even.
 */
export function toYuv420({ data, width, height, isBlueFirst }: Pixels, out: Uint8Array, alpha = false): void {
  const source = new Uint32Array(data.buffer, data.byteOffset, width * height);
  const [redShift, blueShift] = isBlueFirst ? [16, 0] : [0, 16];
  const half = width >> 1;
  let u = width * height;
  let v = u + half * (height >> 1);
  const alphas = v + half * (height >> 1);
  // Painted content is mostly flat, so a block of one color reuses the values of the previous one.
  let [flat, flatLuma, flatBlue, flatRed] = [-1, 0, 0, 0];
  for (let y = 0; y < height; y += 2) {
    let top = y * width;
    let below = top + width;
    for (let x = 0; x < half; x += 1) {
      const first = source[top] as number;
      const isFlat = first === source[top + 1] && first === source[below] && first === source[below + 1];
      if (isFlat && first === flat) {
        out[top] = out[top + 1] = out[below] = out[below + 1] = flatLuma;
        out[u] = flatBlue;
        out[v] = flatRed;
        if (alpha) {
          const opacity = first >>> 24;
          out[alphas + top] = out[alphas + top + 1] = out[alphas + below] = out[alphas + below + 1] = opacity;
        }
      } else {
        let [r, g, b, weight] = [0, 0, 0, 0];
        for (let k = 0; k < 4; k += 1) {
          const at = k < 2 ? top + k : below + k - 2;
          const pixel = source[at] as number;
          const pr = (pixel >>> redShift) & 255;
          const pg = (pixel >>> 8) & 255;
          const pb = (pixel >>> blueShift) & 255;
          const pa = alpha ? pixel >>> 24 : 1;
          out[at] = (luma.r * pr + luma.g * pg + luma.b * pb + black) >> POINT;
          if (alpha) out[alphas + at] = pa;
          r += pr * pa;
          g += pg * pa;
          b += pb * pa;
          weight += pa;
        }
        if (alpha && weight > 0) {
          r = (4 * r) / weight;
          g = (4 * g) / weight;
          b = (4 * b) / weight;
        }
        out[u] = (((blue.r * r + blue.g * g + own * b) >> 2) + middle) >> POINT;
        out[v] = (((own * r + red.g * g + red.b * b) >> 2) + middle) >> POINT;
        if (isFlat)
          [flat, flatLuma, flatBlue, flatRed] = [first, out[top] as number, out[u] as number, out[v] as number];
      }
      u += 1;
      v += 1;
      top += 2;
      below += 2;
    }
  }
}
