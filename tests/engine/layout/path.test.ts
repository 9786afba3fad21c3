import { describe, expect, it } from 'vitest';
import { parsePath, pathBounds, placePath, printPath } from '../../../engine/layout/path.ts';

const plain = (data: string): string =>
  printPath(
    parsePath(data).map(({ type, points }) => ({
      type,
      points: points.map((value) => Math.round(value * 100) / 100 + 0),
    })),
  );

describe('parsePath', () => {
  it.each([
    ['absolute lines', 'M10 20 L30 40 H50 V60 Z', 'M10 20L30 40L50 40L50 60Z'],
    ['relative lines', 'm10 20 l20 20 h20 v20 z', 'M10 20L30 40L50 40L50 60Z'],
    ['pairs after a move are lines', 'M0 0 10 10 20 0m5 5 1 1', 'M0 0L10 10L20 0M25 5L26 6'],
    ['numbers without spaces', 'M.5.5-1-1e1,2', 'M0.5 0.5L-1 -10'],
    ['smooth curves', 'M0 0C0 10 10 10 10 0S20-10 20 0', 'M0 0C0 10 10 10 10 0C10 -10 20 -10 20 0'],
    ['smooth curve after a line', 'M0 0L5 5S20-10 20 0', 'M0 0L5 5C5 5 20 -10 20 0'],
    ['quadratic curves', 'M0 0Q15 30 30 0T60 0', 'M0 0C10 20 20 20 30 0C40 -20 50 -20 60 0'],
    ['going on after a close', 'M5 5h10zl-2 0', 'M5 5L15 5ZL3 5'],
    ['half a circle', 'M0 0A5 5 0 0 1 10 0', 'M0 0C0 -2.76 2.24 -5 5 -5C7.76 -5 10 -2.76 10 0'],
    ['flags without spaces', 'M0 0a5 5 0 0110 0', 'M0 0C0 -2.76 2.24 -5 5 -5C7.76 -5 10 -2.76 10 0'],
    ['an arc without a radius', 'M0 0A0 5 0 0 1 10 0', 'M0 0L10 0'],
    ['an arc too small for its ends', 'M0 0A1 1 0 0 1 10 0', 'M0 0C0 -2.76 2.24 -5 5 -5C7.76 -5 10 -2.76 10 0'],
    ['what follows a mistake is left out', 'M0 0L10 10L20', 'M0 0L10 10'],
    ['no start', 'L10 10', ''],
    ['a coordinate out of all bounds', 'M0 0L1 1L1e300 5', 'M0 0L1 1'],
    ['nothing', '', ''],
  ])('parses %s', (_, data, printed) => {
    expect(plain(data)).toBe(printed);
  });

  it('draws the large arc if requested', () => {
    const bounds = pathBounds(parsePath('M0 0A10 10 0 1 1 10 10'));
    expect(bounds?.width).toBeGreaterThan(15);
  });
});

it('places a path and computes its bounds', () => {
  const steps = placePath(parsePath('M0 0L10 5'), 2, 3, 100, 200);
  expect(printPath(steps)).toBe('M100 200L120 215');
  expect(pathBounds(steps)).toEqual({ x: 100, y: 200, width: 20, height: 15 });
  expect(pathBounds([])).toBeUndefined();
});
