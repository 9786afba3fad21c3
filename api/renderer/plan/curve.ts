/** A value per frame, as piecewise polynomials of degree 3 at most. */
export type Curve = readonly CurvePiece[];

/** A piece of a curve, valid until the next one; the last one is valid forever. */
export interface CurvePiece {
  /** First frame. */
  from: number;
  /** Coefficients of the powers 0, 1 … of the frames since `from`. */
  c: readonly number[];
}

/**
 * Fits a curve to values, with as few pieces as the tolerance allows. Easings are polynomials, so each of their parts
 * becomes one exact piece.
 * @param values one per frame, from frame 0. @param tolerance maximum error.
 */
export function curveOf(values: readonly number[], tolerance: number): Curve {
  const pieces: CurvePiece[] = [];
  for (let from = 0; from < values.length; ) {
    const { c, frames } = longestFrom(values.slice(from), tolerance);
    pieces.push({ from, c });
    from += frames;
  }
  return pieces;
}

/** Whether a curve is constant. */
export function isFlat(curve: Curve): boolean {
  return curve.length === 1 && curve[0]?.c.length === 1;
}

/** Finds the longest piece from the first value on, by doubling, then halving the step. */
function longestFrom(values: readonly number[], tolerance: number): { c: number[]; frames: number } {
  let [good, frames] = [plainest(values.slice(0, 1), tolerance) as number[], 1];
  for (let step = 4; step >= 1; ) {
    const end = Math.min(values.length, frames + step);
    const found = end > frames ? plainest(values.slice(0, end), tolerance) : undefined;
    if (found) [good, frames, step] = [found, end, step * 2];
    else step = Math.floor(step / 2);
  }
  return { c: good, frames };
}

/** Returns the polynomial of lowest degree through equidistant values; undefined if none is within the tolerance. */
function plainest(values: readonly number[], tolerance: number): number[] | undefined {
  const last = values.length - 1;
  for (let degree = 0; degree <= Math.min(3, last); degree += 1) {
    const nodes = Array.from({ length: degree + 1 }, (_, i) => (degree === 0 ? 0 : Math.round((i * last) / degree)));
    const c = through(
      nodes,
      nodes.map((node) => values[node] as number),
    );
    if (values.every((value, i) => Math.abs(polynomialAt(c, i) - value) <= tolerance)) return c;
  }
  return undefined;
}

function polynomialAt(c: readonly number[], n: number): number {
  return c.reduceRight((sum, one) => sum * n + one, 0);
}

/** Evaluates a curve. @param frame from 0. */
export function curveAt(curve: Curve, frame: number): number {
  const piece = curve.findLast(({ from }) => from <= frame) ?? curve[0];
  return piece ? polynomialAt(piece.c, frame - piece.from) : 0;
}

/** Interpolates points by Newton's divided differences. */
function through(xs: readonly number[], ys: readonly number[]): number[] {
  const differences = [...ys];
  for (let order = 1; order < xs.length; order += 1)
    for (let i = xs.length - 1; i >= order; i -= 1) {
      const [above, below] = [differences[i] as number, differences[i - 1] as number];
      differences[i] = (above - below) / ((xs[i] as number) - (xs[i - order] as number));
    }
  // Expand Newton's form from its last factor on.
  const c: number[] = [];
  for (let i = xs.length - 1; i >= 0; i -= 1) {
    c.unshift(0);
    for (let power = 0; power < c.length - 1; power += 1)
      c[power] = (c[power] as number) - (xs[i] as number) * (c[power + 1] as number);
    c[0] = (c[0] as number) + (differences[i] as number);
  }
  // Rounding errors would make equal plans differ.
  return c.map((one) => Number(one.toPrecision(10)));
}
