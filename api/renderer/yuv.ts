/**
 * Converts painted RGBA to planar 4:2:0, BT.709 limited range (ITU-R BT.709-6 §3). Colour samples are averaged
 * over 2×2 pixels weighted by alpha, so clear pixels do not grey the edges of what is painted.
 * @param rgba straight alpha, 4 bytes a pixel. @param width,height even.
 * @param alpha whether an alpha plane at full size follows (yuva420p), or none (yuv420p).
 */
export function toYuv420(rgba: Uint8ClampedArray, width: number, height: number, alpha: boolean): Uint8Array {
  const luma = width * height;
  const chroma = luma / 4;
  const out = new Uint8Array(luma + 2 * chroma + (alpha ? luma : 0));
  for (let y = 0; y < height; y += 2) {
    for (let x = 0; x < width; x += 2) {
      const first = y * width + x;
      writeBlock(
        rgba,
        out,
        [first, first + 1, first + width, first + width + 1],
        luma + (y / 2) * (width / 2) + x / 2,
        chroma,
      );
    }
  }
  if (alpha) for (let i = 0, to = luma + 2 * chroma; i < luma; i += 1, to += 1) out[to] = rgba[i * 4 + 3] as number;
  return out;
}

const limited = 219 / 255;

function writeBlock(
  rgba: Uint8ClampedArray,
  out: Uint8Array,
  pixels: readonly number[],
  at: number,
  chroma: number,
): void {
  let weight = 0;
  let red = 0;
  let green = 0;
  let blue = 0;
  for (const pixel of pixels) {
    const i = pixel * 4;
    const r = rgba[i] as number;
    const g = rgba[i + 1] as number;
    const b = rgba[i + 2] as number;
    const a = rgba[i + 3] as number;
    out[pixel] = 16.5 + (0.2126 * r + 0.7152 * g + 0.0722 * b) * limited;
    weight += a;
    red += r * a;
    green += g * a;
    blue += b * a;
  }
  if (weight > 0) {
    const r = red / weight;
    const g = green / weight;
    const b = blue / weight;
    const luma = 0.2126 * r + 0.7152 * g + 0.0722 * b;
    out[at] = 128.5 + ((b - luma) / 1.8556) * (224 / 255);
    out[at + chroma] = 128.5 + ((r - luma) / 1.5748) * (224 / 255);
  } else {
    out[at] = 128;
    out[at + chroma] = 128;
  }
}
