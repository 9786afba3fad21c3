import type { ColorGrade, CurvePoint } from '../project/colorGrade.ts';
import { blueWeight, greenWeight, redWeight } from './bt709.ts';
import { colorLooks } from './colorLooks.ts';
import { monotoneCurve } from './monotoneCurve.ts';
import { whiteBalance } from './whiteBalance.ts';

/** Points per side of a cube: with so many, interpolation differs from the formulas by a level or two at most. */
export const CUBE_SIDE = 33;

/** Values of a cube: RGB, 0 to 1; red changes fastest, then green, then blue. */
export type ColorCube = Float32Array<ArrayBuffer>;

type Rgb = [number, number, number];
type Step = (color: Rgb) => void;

const cubes = new WeakMap<ColorGrade, ColorCube>();

/**
 * Returns a color grade as a cube, which browser and ffmpeg interpolate identically: between the four corners of a
 * tetrahedron. Cached per object. Order: exposure and white balance, highlights and shadows, contrast, saturation,
 * curves, look. Not for a neutral grade, see gradeOf.
 */
export function cubeOf(grade: ColorGrade): ColorCube {
  const known = cubes.get(grade) ?? computeCube(grade);
  cubes.set(grade, known);
  return known;
}

function computeCube(grade: ColorGrade): ColorCube {
  const steps = stepsOf(grade);
  const cube = new Float32Array(CUBE_SIDE ** 3 * 3);
  const most = CUBE_SIDE - 1;
  let at = 0;
  for (let b = 0; b <= most; b += 1)
    for (let g = 0; g <= most; g += 1)
      for (let r = 0; r <= most; r += 1, at += 3) {
        const color: Rgb = [r / most, g / most, b / most];
        for (const step of steps) step(color);
        cube.set(color, at);
      }
  return cube;
}

/** Returns the settings that change something, in order of application. They work in place. */
function stepsOf({ exposure, temperature, tint, highlights, shadows, contrast, saturation, curve, lut }: ColorGrade) {
  const steps: Step[] = [];
  if (exposure !== 0 || temperature !== 0 || tint !== 0) steps.push(light(exposure, temperature, tint));
  if (highlights !== 0 || shadows !== 0) steps.push(tones(highlights / 100, shadows / 100));
  if (contrast !== 0) steps.push(contrasted(contrast / 100));
  if (saturation !== 0) steps.push((color) => saturate(color, 1 + saturation / 100));
  if (curve) steps.push(curved(curve));
  if (lut && lut.intensity > 0) steps.push(looked(lut));
  return steps;
}

/** Display gamma of video (ITU-R BT.1886 with black at 0). */
const gamma = 2.4;

/** Exposure and white balance, which are factors of light. */
function light(exposure: number, temperature: number, tint: number): Step {
  const [red, green, blue] = whiteBalance(temperature, tint) as [Rgb, Rgb, Rgb];
  const factor = 2 ** exposure;
  return (color) => {
    const [r, g, b] = [color[0] ** gamma, color[1] ** gamma, color[2] ** gamma];
    const encode = (row: Rgb) => clamp(factor * (row[0] * r + row[1] * g + row[2] * b)) ** (1 / gamma);
    color[0] = encode(red);
    color[1] = encode(green);
    color[2] = encode(blue);
  };
}

/** Strength of highlights and shadows; below 1, so that luma stays monotone. */
const toneStrength = 0.9;

/**
 * Brightens or darkens by luma y: y + s (h y³ (1 − y) + d y (1 − y)³), a mask for the highlights h and one for the
 * shadows d. Black and white stay. Scales all channels, so hues stay.
 */
function tones(highlights: number, shadows: number): Step {
  return (color) => {
    const y = lumaOf(color);
    const factor = 1 + toneStrength * (highlights * y * y * (1 - y) + shadows * (1 - y) ** 3);
    for (let i = 0; i < 3; i += 1) color[i] = clamp((color[i] as number) * factor);
  };
}

/** Moves each channel toward a smooth step, or away from it. Black, middle gray and white stay. */
function contrasted(amount: number): Step {
  return (color) => {
    for (let i = 0; i < 3; i += 1) {
      const x = color[i] as number;
      color[i] = x + amount * (x * x * (3 - 2 * x) - x);
    }
  };
}

function saturate(color: Rgb, factor: number): void {
  const y = lumaOf(color);
  for (let i = 0; i < 3; i += 1) color[i] = clamp(y + factor * ((color[i] as number) - y));
}

function curved({ master, red, green, blue }: NonNullable<ColorGrade['curve']>): Step {
  const channels = [red, green, blue].map((channel) => {
    const [all, own] = [master, channel].map((points) => points && monotoneCurve(points as CurvePoint[]));
    return (x: number) => (own ?? same)((all ?? same)(x));
  });
  return (color) => {
    for (let i = 0; i < 3; i += 1) color[i] = (channels[i] ?? same)(color[i] as number);
  };
}

function looked({ name, intensity }: NonNullable<ColorGrade['lut']>): Step {
  const { red, green, blue, saturation } = colorLooks[name];
  const channels = [red, green, blue];
  return (color) => {
    const graded = channels.map(
      ([slope, offset, power], i) => clamp((color[i] as number) * slope + offset) ** power,
    ) as Rgb;
    saturate(graded, saturation);
    for (let i = 0; i < 3; i += 1) color[i] = mix(color[i] as number, graded[i] as number, intensity / 100);
  };
}

const same = (x: number) => x;

function lumaOf([r, g, b]: Rgb): number {
  return redWeight * r + greenWeight * g + blueWeight * b;
}

function clamp(value: number): number {
  return Math.min(1, Math.max(0, value));
}

function mix(from: number, to: number, share: number): number {
  return from + (to - from) * share;
}
