/**
 * Returns the color difference of two images: the mean distance of red, green and blue, 0 to 255, in squares of 8×8
 * pixels; the 99th percentile of all squares, because edges differ most. Detects wrong color matrices, which structural
 * similarity, based on gray, does not.
 * @param a, b RGBA, opaque.
 */
export function colorDifference(a: Uint8ClampedArray, b: Uint8ClampedArray, width: number, height: number): number {
  const found: number[] = [];
  for (let y = 0; y + side <= height; y += side) {
    for (let x = 0; x + side <= width; x += side) found.push(squareDifference(a, b, width, x, y));
  }
  return found.sort((one, other) => one - other)[Math.floor(found.length * 0.99)] ?? 0;
}

const side = 8;

function squareDifference(a: Uint8ClampedArray, b: Uint8ClampedArray, width: number, x: number, y: number): number {
  const sums = [0, 0, 0];
  for (let row = y; row < y + side; row += 1) {
    for (let at = row * width + x; at < row * width + x + side; at += 1) {
      for (const channel of [0, 1, 2] as const) {
        sums[channel] = (sums[channel] as number) + (a[at * 4 + channel] as number) - (b[at * 4 + channel] as number);
      }
    }
  }
  return sums.reduce((sum, value) => sum + Math.abs(value), 0) / (3 * side * side);
}
