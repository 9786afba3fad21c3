/** A number that changes from frame to frame, as stretches of polynomials of the third degree at most. */
export type Curve = readonly CurvePiece[];

/** A stretch of a curve, up to the next one, the last one forever. */
export interface CurvePiece {
  /** Its first frame. */
  from: number;
  /** What is multiplied by the powers 0, 1 … of the frames since then. */
  c: readonly number[];
}

/**
 * The curve through some values: as few stretches as come that near. Easings are polynomials, so each of their parts is one
 * stretch, exactly.
 * @param values one for each frame, the first for frame 0. @param tolerance how far off the curve may be.
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

/** Whether it is one number at all frames. */
export function isFlat(curve: Curve): boolean {
  return curve.length === 1 && curve[0]?.c.length === 1;
}

/** The longest stretch from the first value on: it grows by doubling, then by halves. */
function longestFrom(values: readonly number[], tolerance: number): { c: number[]; frames: number } {
  let [good, frames] = [plainest(values.slice(0, 1), tolerance) as number[], 1];
  for (let step = 4; step >= 1; ) {
    const wanted = Math.min(values.length, frames + step);
    const found = wanted > frames ? plainest(values.slice(0, wanted), tolerance) : undefined;
    if (found) [good, frames, step] = [found, wanted, step * 2];
    else step = Math.floor(step / 2);
  }
  return { c: good, frames };
}

/** The plainest polynomial through values at distances of one; undefined where none comes near enough. */
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

/** What a curve is at a frame. @param frame from 0. */
export function curveAt(curve: Curve, frame: number): number {
  const piece = curve.findLast(({ from }) => from <= frame) ?? curve[0];
  return piece ? polynomialAt(piece.c, frame - piece.from) : 0;
}

/** The polynomial through points, by Newton's divided differences. */
function through(xs: readonly number[], ys: readonly number[]): number[] {
  const differences = [...ys];
  for (let order = 1; order < xs.length; order += 1)
    for (let i = xs.length - 1; i >= order; i -= 1) {
      const [above, below] = [differences[i] as number, differences[i - 1] as number];
      differences[i] = (above - below) / ((xs[i] as number) - (xs[i - order] as number));
    }
  // Newton's form, multiplied out from its last factor on.
  const c: number[] = [];
  for (let i = xs.length - 1; i >= 0; i -= 1) {
    c.unshift(0);
    for (let power = 0; power < c.length - 1; power += 1)
      c[power] = (c[power] as number) - (xs[i] as number) * (c[power + 1] as number);
    c[0] = (c[0] as number) + (differences[i] as number);
  }
  // Sums of the machine's last digits would make every plan another.
  return c.map((one) => Number(one.toPrecision(10)));
}
