/** Rows of a 3 × 3 matrix. */
type Row = readonly [number, number, number];
type Matrix = readonly [Row, Row, Row];

/** Mired (10⁶ / kelvin) of D65, and the change at a temperature of ±100: 4000 K to 17 300 K. */
const [mired, miredRange] = [1e6 / 6504, 96];
/** Distance from the daylight locus at a tint of ±100, in CIE 1960 (u, v). */
const tintRange = 0.03;

/** Linear BT.709 RGB to CIE XYZ (IEC 61966-2-1). */
const toXyz: Matrix = [
  [0.4124564, 0.3575761, 0.1804375],
  [0.2126729, 0.7151522, 0.072175],
  [0.0193339, 0.119192, 0.9503041],
];

/** The Bradford cone response (ICC.1:2022, annex E). */
const bradford: Matrix = [
  [0.8951, 0.2664, -0.1614],
  [-0.7502, 1.7135, 0.0367],
  [0.0389, -0.0685, 1.0296],
];

/**
 * Returns a white balance as a matrix over linear BT.709 RGB: the adaptation of D65 to another white by Bradford's
 * method. The other white lies on the CIE daylight locus (CIE 15:2004 §3.1), shifted by the tint at a right angle to the
 * locus in CIE 1960 (u, v), which is the direction between green and magenta.
 * @param temperature,tint −100 to 100; positive is orange and magenta. 0, 0 is the identity.
 */
export function whiteBalance(temperature: number, tint: number): Matrix {
  const cones = product(bradford, toXyz);
  const [from, to] = [times(bradford, white(0, 0)), times(bradford, white(temperature, tint))];
  const scales = from.map((value, i) => (to[i] as number) / value);
  const scaled = cones.map((row, i) => row.map((value) => value * (scales[i] as number))) as unknown as Matrix;
  return product(inverse(cones), scaled);
}

/** Returns a white in XYZ with Y = 1. */
function white(temperature: number, tint: number): [number, number, number] {
  const reciprocal = mired + (temperature / 100) * miredRange;
  const [onU, onV] = daylight(reciprocal);
  const [warmerU, warmerV] = daylight(reciprocal + 1);
  const away = ((tint / 100) * tintRange) / Math.hypot(warmerU - onU, warmerV - onV);
  const [u, v] = [onU + (warmerV - onV) * away, onV - (warmerU - onU) * away];
  const base = 2 * u - 8 * v + 4;
  const [x, y] = [(3 * u) / base, (2 * v) / base];
  return [x / y, 1, (1 - x - y) / y];
}

/** Returns the chromaticity of daylight, CIE 1960 u and v. @param reciprocal of its color temperature, in mired. */
function daylight(reciprocal: number): [u: number, v: number] {
  const kelvin = 1e6 / reciprocal;
  const k = 1e3 / kelvin;
  const x =
    kelvin <= 7000
      ? 0.244063 + 0.09911 * k + 2.9678 * k ** 2 - 4.607 * k ** 3
      : 0.23704 + 0.24748 * k + 1.9018 * k ** 2 - 2.0064 * k ** 3;
  const y = -3 * x * x + 2.87 * x - 0.275;
  const base = -2 * x + 12 * y + 3;
  return [(4 * x) / base, (6 * y) / base];
}

function times(matrix: Matrix, [x, y, z]: readonly [number, number, number]): [number, number, number] {
  return matrix.map(([a, b, c]) => a * x + b * y + c * z) as [number, number, number];
}

function product(left: Matrix, right: Matrix): Matrix {
  const column = (i: 0 | 1 | 2) => times(left, right.map((row) => row[i]) as [number, number, number]);
  const [a, b, c] = [column(0), column(1), column(2)];
  return a.map((_, i) => [a[i], b[i], c[i]]) as unknown as Matrix;
}

/** By the adjugate: its rows are cross products of the columns. */
function inverse([[a, b, c], [d, e, f], [g, h, i]]: Matrix): Matrix {
  const determinant = a * (e * i - f * h) - b * (d * i - f * g) + c * (d * h - e * g);
  const rows = [
    [e * i - f * h, c * h - b * i, b * f - c * e],
    [f * g - d * i, a * i - c * g, c * d - a * f],
    [d * h - e * g, b * g - a * h, a * e - b * d],
  ];
  return rows.map((row) => row.map((value) => value / determinant)) as unknown as Matrix;
}
