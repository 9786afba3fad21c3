const window = 8;
const step = 4;
/** The authors' constants for values of 0 to 255. */
const c1 = (0.01 * 255) ** 2;
const c2 = (0.03 * 255) ** 2;

/**
 * Returns the structural similarity of two images (Wang et al., 2004): the mean over windows of 8×8 gray pixels, 4
 * apart.
 * @param a, b straight RGBA, composited on white. @returns 1 for equal images, less for others.
 */
export function ssim(a: Uint8ClampedArray, b: Uint8ClampedArray, width: number, height: number): number {
  const [grayA, grayB] = [gray(a), gray(b)];
  let sum = 0;
  let count = 0;
  for (const y of starts(height)) {
    for (const x of starts(width)) {
      sum += windowSimilarity(grayA, grayB, width, x, y, Math.min(window, width), Math.min(window, height));
      count += 1;
    }
  }
  return sum / count;
}

/**
 * Returns the structural similarity of the painted part: the smallest box with all pixels that differ from the first
 * one in either image.
 * A large empty background would make any two images similar.
 */
export function ssimOfInk(a: Uint8ClampedArray, b: Uint8ClampedArray, width: number, height: number): number {
  const box = inkOf([a, b], width, height);
  const [cutA, cutB] = [a, b].map((pixels) => cutOut(pixels, width, box)) as [Uint8ClampedArray, Uint8ClampedArray];
  return ssim(cutA, cutB, box.width, box.height);
}

interface Area {
  x: number;
  y: number;
  width: number;
  height: number;
}

function inkOf(pictures: readonly Uint8ClampedArray[], width: number, height: number): Area {
  let [left, top, right, bottom] = [width, height, 0, 0];
  for (let y = 0; y < height; y += 1)
    for (let x = 0; x < width; x += 1) {
      const at = 4 * (width * y + x);
      const isGround = pictures.every((pixels) => [0, 1, 2, 3].every((i) => pixels[at + i] === pixels[i]));
      if (isGround) continue;
      [left, top] = [Math.min(left, x), Math.min(top, y)];
      [right, bottom] = [Math.max(right, x + 1), Math.max(bottom, y + 1)];
    }
  if (right === 0) throw new Error('Nothing is painted.');
  return { x: left, y: top, width: right - left, height: bottom - top };
}

function cutOut(pixels: Uint8ClampedArray, width: number, area: Area): Uint8ClampedArray {
  const cut = new Uint8ClampedArray(4 * area.width * area.height);
  for (let row = 0; row < area.height; row += 1) {
    const from = 4 * (width * (area.y + row) + area.x);
    cut.set(pixels.subarray(from, from + 4 * area.width), 4 * area.width * row);
  }
  return cut;
}

function starts(length: number): number[] {
  const last = Math.max(0, length - window);
  const found = [];
  for (let at = 0; at < last; at += step) found.push(at);
  return [...found, last];
}

function gray(pixels: Uint8ClampedArray): Float64Array {
  const found = new Float64Array(pixels.length / 4);
  for (let i = 0; i < found.length; i += 1) {
    const [r, g, b, alpha] = [pixels[4 * i], pixels[4 * i + 1], pixels[4 * i + 2], pixels[4 * i + 3]] as [
      number,
      number,
      number,
      number,
    ];
    found[i] = 255 + (0.2126 * r + 0.7152 * g + 0.0722 * b - 255) * (alpha / 255);
  }
  return found;
}

function windowSimilarity(
  a: Float64Array,
  b: Float64Array,
  width: number,
  x: number,
  y: number,
  w: number,
  h: number,
): number {
  let [sumA, sumB, squareA, squareB, product] = [0, 0, 0, 0, 0];
  for (let row = y; row < y + h; row += 1) {
    for (let at = row * width + x; at < row * width + x + w; at += 1) {
      const [p, q] = [a[at] as number, b[at] as number];
      sumA += p;
      sumB += q;
      squareA += p * p;
      squareB += q * q;
      product += p * q;
    }
  }
  const n = w * h;
  const [meanA, meanB] = [sumA / n, sumB / n];
  const [varianceA, varianceB] = [squareA / n - meanA * meanA, squareB / n - meanB * meanB];
  const covariance = product / n - meanA * meanB;
  return (
    ((2 * meanA * meanB + c1) * (2 * covariance + c2)) /
    ((meanA * meanA + meanB * meanB + c1) * (varianceA + varianceB + c2))
  );
}
