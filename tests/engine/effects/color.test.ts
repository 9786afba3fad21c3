import { describe, expect, it } from 'vitest';
import { cubeText, gradePixels } from '../../../engine/effects/color.ts';
import { CUBE_SIDE, cubeOf } from '../../../engine/effects/colorCube.ts';
import { monotoneCurve } from '../../../engine/effects/monotoneCurve.ts';
import { whiteBalance } from '../../../engine/effects/whiteBalance.ts';
import { type ColorGrade, type CurvePoint, colorGrade, lookNames } from '../../../engine/project/colorGrade.ts';
import { gradeOf } from '../../../engine/project/gradeOf.ts';

const grade = (fields: object): ColorGrade => colorGrade.parse(fields);
const graded = (fields: object, ...color: [number, number, number]): number[] => {
  const pixels = new Uint8ClampedArray([...color, 255]);
  gradePixels(pixels, cubeOf(grade(fields)));
  return [...pixels.slice(0, 3)];
};
const grays = [0, 3, 17, 40, 64, 100, 128, 160, 200, 240, 255];

describe('a color correction', () => {
  it('is the identity with neutral settings, for every corner and between them', () => {
    expect(gradeOf({ color: grade({}) })).toBeUndefined();
    expect(gradeOf({ color: grade({ curve: {}, lut: { name: 'noir', intensity: 0 } }) })).toBeUndefined();
    const line = {
      master: [
        [0, 0],
        [1, 1],
      ],
    };
    for (const [r, g, b] of [
      [0, 0, 0],
      [255, 255, 255],
      [12, 130, 251],
      [200, 199, 3],
      [77, 77, 78],
    ] as const)
      expect(graded({ curve: line }, r, g, b)).toEqual([r, g, b]);
  });

  it('leaves transparent pixels and alpha alone', () => {
    const pixels = new Uint8ClampedArray([10, 20, 30, 0, 10, 20, 30, 128]);
    gradePixels(pixels, cubeOf(grade({ exposure: 1 })));
    expect([...pixels.slice(0, 4)]).toEqual([10, 20, 30, 0]);
    expect(pixels[7]).toBe(128);
    expect(pixels[4]).toBeGreaterThan(10);
  });

  it('doubles the light per stop of exposure, at a display gamma of 2.4', () => {
    for (const gray of [20, 60, 100]) {
      const [bright = 0] = graded({ exposure: 1 }, gray, gray, gray);
      expect(Math.abs(bright - gray * 2 ** (1 / 2.4))).toBeLessThanOrEqual(1);
    }
  });

  it('warms toward red and away from blue, and tints from green to magenta', () => {
    const [r = 0, , b = 0] = graded({ temperature: 60 }, 128, 128, 128);
    expect(r).toBeGreaterThan(134);
    expect(b).toBeLessThan(115);
    const [coldR = 0, , coldB = 0] = graded({ temperature: -60 }, 128, 128, 128);
    expect(coldR).toBeLessThan(127);
    expect(coldB).toBeGreaterThan(134);
    const [magentaR = 0, magentaG = 0, magentaB = 0] = graded({ tint: 100 }, 128, 128, 128);
    expect(magentaG).toBeLessThan(Math.min(magentaR, magentaB) - 20);
    const [greenR = 0, greenG = 0, greenB = 0] = graded({ tint: -100 }, 128, 128, 128);
    expect(greenG).toBeGreaterThan(Math.max(greenR, greenB) + 20);
  });

  it('has a white balance that keeps the luminance of white', () => {
    for (const [temperature, tint] of [
      [0, 0],
      [100, 0],
      [-100, 0],
      [40, -80],
    ] as const) {
      const sums = whiteBalance(temperature, tint).map(([a, b, c]) => a + b + c);
      const [r = 0, g = 0, b = 0] = sums;
      expect(0.2126 * r + 0.7152 * g + 0.0722 * b).toBeCloseTo(1, 3);
      if (temperature === 0 && tint === 0) for (const sum of sums) expect(sum).toBeCloseTo(1, 6);
    }
  });

  it('lifts shadows without touching black, white or bright parts, and highlights likewise', () => {
    const change = (fields: object, gray: number) => (graded(fields, gray, gray, gray)[0] ?? 0) - gray;
    expect([change({ shadows: 100 }, 0), change({ shadows: 100 }, 255)]).toEqual([0, 0]);
    expect(change({ shadows: 100 }, 60)).toBeGreaterThan(15);
    expect(Math.abs(change({ shadows: 100 }, 220))).toBeLessThanOrEqual(1);
    expect([change({ highlights: -100 }, 0), change({ highlights: -100 }, 255)]).toEqual([0, 0]);
    expect(change({ highlights: -100 }, 190)).toBeLessThan(-15);
    expect(Math.abs(change({ highlights: -100 }, 30))).toBeLessThanOrEqual(1);
  });

  it.each([
    { shadows: 100, highlights: -100 },
    { shadows: -100, highlights: 100 },
    { shadows: -100, highlights: -100 },
    { contrast: 100 },
    { contrast: -100 },
    { exposure: 3 },
    { exposure: -3 },
  ])('keeps the order of grays: %o', (fields) => {
    const found = grays.map((gray) => graded(fields, gray, gray, gray)[0] ?? 0);
    expect(found).toEqual(found.toSorted((a, b) => a - b));
  });

  it('removes all color at a saturation of −100 and doubles it at 100', () => {
    const gray = graded({ saturation: -100 }, 200, 100, 50);
    expect(Math.max(...gray) - Math.min(...gray)).toBeLessThanOrEqual(1);
    const [r = 0, , b = 0] = graded({ saturation: 100 }, 150, 128, 110);
    expect(r - b).toBeGreaterThan(75);
  });

  it('applies the curve of all channels, then those of single channels', () => {
    const half: CurvePoint[] = [
      [0, 0],
      [1, 0.5],
    ];
    const inverted: CurvePoint[] = [
      [0, 1],
      [1, 0],
    ];
    const [r, g, b] = graded({ curve: { master: half, green: inverted } }, 200, 200, 200);
    expect([r, b]).toEqual([100, 100]);
    expect(g).toBe(155);
  });

  it('mixes looks in by their intensity', () => {
    for (const name of lookNames) {
      const full = graded({ lut: { name } }, 180, 90, 40);
      const half = graded({ lut: { name, intensity: 50 } }, 180, 90, 40);
      expect(full).not.toEqual([180, 90, 40]);
      for (const [i, value] of [180, 90, 40].entries())
        expect(Math.abs((half[i] ?? 0) - (value + (full[i] ?? 0)) / 2)).toBeLessThanOrEqual(1);
    }
  });

  it('differs from its formulas by less than three levels between the points of the cube', () => {
    const all = { contrast: 60, saturation: 40, shadows: 50, highlights: -40, temperature: 30 };
    const fields = {
      ...all,
      curve: {
        master: [
          [0, 0],
          [0.25, 0.2],
          [0.75, 0.85],
          [1, 1],
        ],
      },
    };
    const cube = cubeOf(grade(fields));
    // Every second point left out must be close to the mean of its neighbors along the grays.
    const at = (i: number) => cube[3 * (i + CUBE_SIDE * i + CUBE_SIDE * CUBE_SIDE * i)] as number;
    for (let i = 1; i < CUBE_SIDE - 1; i += 1)
      expect(Math.abs(at(i) - (at(i - 1) + at(i + 1)) / 2) * 255).toBeLessThan(3);
  });

  it('writes a .cube file with red changing fastest', () => {
    const lines = cubeText(cubeOf(grade({ lut: { name: 'cinema', intensity: 1 } })))
      .trim()
      .split('\n');
    expect(lines[0]).toBe(`LUT_3D_SIZE ${CUBE_SIDE}`);
    expect(lines).toHaveLength(1 + CUBE_SIDE ** 3);
    const [r = 0, g = 0] = (lines[2] as string).split(' ').map(Number);
    expect(r).toBeGreaterThan(g + 0.02);
  });
});

describe('monotoneCurve', () => {
  it('goes through its points and never overshoots between them', () => {
    const points: CurvePoint[] = [
      [0.1, 0.2],
      [0.3, 0.25],
      [0.32, 0.8],
      [0.6, 0.8],
      [0.9, 0.1],
    ];
    const curve = monotoneCurve(points);
    for (const [x, y] of points) expect(curve(x)).toBeCloseTo(y, 9);
    expect([curve(0), curve(1)]).toEqual([0.2, 0.1]);
    for (let i = 1; i < points.length; i += 1) {
      const [[x0, y0], [x1, y1]] = [points[i - 1] as CurvePoint, points[i] as CurvePoint];
      for (let x = x0; x <= x1; x += (x1 - x0) / 40) {
        expect(curve(x)).toBeGreaterThanOrEqual(Math.min(y0, y1) - 1e-9);
        expect(curve(x)).toBeLessThanOrEqual(Math.max(y0, y1) + 1e-9);
      }
    }
  });
});

describe('the fields of a color correction', () => {
  it.each([
    [{ exposure: 3.5 }, 'exposure'],
    [{ tint: -101 }, 'tint'],
    [{ curve: { red: [[0, 0]] } }, 'curve.red'],
    [
      {
        curve: {
          master: [
            [0.5, 0],
            [0.5, 1],
          ],
        },
      },
      'curve.master',
    ],
    [
      {
        curve: {
          master: [
            [0, 0],
            [1, 1.2],
          ],
        },
      },
      'curve.master.1.1',
    ],
    [{ lut: { name: 'sunset' } }, 'lut.name'],
  ])('rejects %o', (fields, path) => {
    const { error } = colorGrade.safeParse(fields);
    expect(error?.issues.map((issue) => issue.path.join('.'))).toEqual([path]);
  });
});
