/** Returns the mean difference of red, green and blue of two images, 0 to 255. @param a, b RGBA of one size. */
export function meanDifference(a: Uint8ClampedArray, b: Uint8ClampedArray): number {
  let sum = 0;
  for (let at = 0; at < a.length; at += 4) {
    for (let plane = at; plane < at + 3; plane += 1) sum += Math.abs((a[plane] as number) - (b[plane] as number));
  }
  return sum / ((a.length / 4) * 3);
}
