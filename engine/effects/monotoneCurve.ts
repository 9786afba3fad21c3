import type { CurvePoint } from '../project/colorGrade.ts';

/**
 * Returns a smooth curve through points without overshoot between them: monotone cubic interpolation (F. N. Fritsch,
 * R. E. Carlson: Monotone Piecewise Cubic Interpolation, SIAM J. Numer. Anal. 17, 1980), with the harmonic means of
 * F. N. Fritsch, J. Butland (1984) as slopes. Constant beyond the outermost points.
 * @param points at least one, by increasing x.
 */
export function monotoneCurve(points: readonly CurvePoint[]): (x: number) => number {
  const slopes = slopesOf(points);
  const [first, last] = [points[0] as CurvePoint, points.at(-1) as CurvePoint];
  return (x) => {
    if (x <= first[0]) return first[1];
    if (x >= last[0]) return last[1];
    const i = points.findIndex(([at]) => at > x) - 1;
    const [[x0, y0], [x1, y1]] = [points[i] as CurvePoint, points[i + 1] as CurvePoint];
    const width = x1 - x0;
    const t = (x - x0) / width;
    const back = 1 - t;
    const tangents = (slopes[i] as number) * back - (slopes[i + 1] as number) * t;
    return y0 * back * back * (1 + 2 * t) + y1 * t * t * (3 - 2 * t) + tangents * width * t * back;
  };
}

function slopesOf(points: readonly CurvePoint[]): number[] {
  const secants = points.slice(1).map(([x, y], i) => {
    const [x0, y0] = points[i] as CurvePoint;
    return (y - y0) / (x - x0);
  });
  return points.map((_, i) => {
    const [left, right] = [secants[i - 1], secants[i]];
    if (left === undefined || right === undefined) return left ?? right ?? 0;
    return left * right <= 0 ? 0 : (2 * left * right) / (left + right);
  });
}
