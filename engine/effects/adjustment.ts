import type { FilterAmount } from '../project/videoEffects.ts';
import { blueWeight, greenWeight, redWeight, uScale, vScale } from './bt709.ts';

/**
 * A change of brightness and color that browser and ffmpeg can compute identically: linear in luma and in the two
 * BT.709 color differences, which do not mix. Full range: luma 0 to 1, differences −0.5 to 0.5.
 * luma' = gain × luma + lift; differences' = chroma × differences + (u, v).
 */
export interface Adjustment {
  gain: number;
  lift: number;
  chroma: number;
  u: number;
  v: number;
}

/** An adjustment with one parameter: its slider, and its effect. */
export interface AdjustEffect {
  /** Field of the layer with its amount. */
  id: Exclude<FilterAmount, 'vignette'>;
  title: string;
  /** Its description in forms, help and reference. */
  description: string;
  /** Amounts in percent; `usual` changes nothing. */
  range: { min: number; max: number; step: number; usual: number };
  adjustment(amount: number): Adjustment;
}

/** The adjustment that changes nothing. */
export const plainAdjustment: Adjustment = { gain: 1, lift: 0, chroma: 1, u: 0, v: 0 };

/** Returns whether an adjustment has no visible effect. */
export function isPlain({ gain, lift, chroma, u, v }: Adjustment): boolean {
  const isOne = (value: number) => Math.abs(value - 1) < 1e-4;
  const isZero = (value: number) => Math.abs(value) < 1e-4;
  return isOne(gain) && isOne(chroma) && isZero(lift) && isZero(u) && isZero(v);
}

const [red, green, blue] = [redWeight, greenWeight, blueWeight];

/**
 * Returns an adjustment as a matrix over (red, green, blue, 1), row by row: 3 × 4 numbers, colors 0 to 1, not
 * premultiplied. Clamp the result to 0 and 1.
 */
export function adjustmentMatrix({ gain, lift, chroma, u, v }: Adjustment): number[] {
  const rest = gain - chroma;
  const [addRed, addBlue] = [vScale * v, uScale * u];
  const addGreen = -(red * addRed + blue * addBlue) / green;
  const row = (own: number, add: number): number[] => [
    rest * red + (own === 0 ? chroma : 0),
    rest * green + (own === 1 ? chroma : 0),
    rest * blue + (own === 2 ? chroma : 0),
    lift + add,
  ];
  return [...row(0, addRed), ...row(1, addGreen), ...row(2, addBlue)];
}

/** Largest overflow that is invisible, as a share of the range. */
const leastOverflow = 1 / 512;

/** Returns whether an adjustment takes some colors out of the range of 0 to 1, so that they must be clamped. */
export function leavesRange(adjustment: Adjustment): boolean {
  const matrix = adjustmentMatrix(adjustment);
  return [0, 4, 8].some((row) => {
    const [factors, add] = [matrix.slice(row, row + 3), matrix[row + 3] as number];
    const sum = (values: number[]) => values.reduce((total, value) => total + value, add);
    const [least, most] = [sum(factors.map((f) => Math.min(0, f))), sum(factors.map((f) => Math.max(0, f)))];
    return least < -leastOverflow || most > 1 + leastOverflow;
  });
}

/** Applies an adjustment to RGBA pixels with straight alpha, in place. */
export function adjustPixels(pixels: Uint8ClampedArray, adjustment: Adjustment): void {
  const [rr = 1, rg = 0, rb = 0, r1 = 0, gr = 0, gg = 1, gb = 0, g1 = 0, br = 0, bg = 0, bb = 1, b1 = 0] =
    adjustmentMatrix(adjustment);
  for (let i = 0; i < pixels.length; i += 4) {
    const r = pixels[i] as number;
    const g = pixels[i + 1] as number;
    const b = pixels[i + 2] as number;
    pixels[i] = rr * r + rg * g + rb * b + r1 * 255;
    pixels[i + 1] = gr * r + gg * g + gb * b + g1 * 255;
    pixels[i + 2] = br * r + bg * g + bb * b + b1 * 255;
  }
}

/**
 * The adjustment in GLSL: vec4 adjustment(vec4 color, vec3 luma, vec2 tint) of a premultiplied color. luma: gain, lift,
 * chroma; tint: u, v.
 */
export const adjustmentGlsl = `vec4 adjustment(vec4 color, vec3 luma, vec2 tint) {
  if (luma == vec3(1.0, 0.0, 1.0) && tint == vec2(0.0)) return color;
  float y = dot(color.rgb, vec3(${red}, ${green}, ${blue}));
  vec2 add = tint * vec2(${uScale}, ${vScale});
  vec3 shift = vec3(add.y, -(${red} * add.y + ${blue} * add.x) / ${green}, add.x);
  vec3 adjusted = vec3(luma.x * y + luma.y * color.a) + luma.z * (color.rgb - y) + shift * color.a;
  return vec4(clamp(adjusted, vec3(0.0), vec3(color.a)), color.a);
}`;

/**
 * Returns an adjustment as an ffmpeg filter for 8-bit limited-range BT.709 Y'CbCr, any subsampling, with or without
 * alpha.
 */
export function adjustmentFilter({ gain, lift, chroma, u, v }: Adjustment): string {
  const number = (value: number) => String(Number(value.toFixed(6)));
  const luma = `(val-16)*${number(gain)}+${number(16 + 219 * lift)}`;
  const difference = (add: number) => `(val-128)*${number(chroma)}+${number(128 + 224 * add)}`;
  const clipped = (text: string) => `'clip(round(${text}),0,255)'`;
  return `lutyuv=y=${clipped(luma)}:u=${clipped(difference(u))}:v=${clipped(difference(v))}`;
}
