import { filter } from './ffmpegFilter.ts';
/** The vignette's slider: darkness of the corners in percent. */
export const vignetteSlider = {
  id: 'vignette',
  title: 'Vignette',
  description: 'darkness of the corners',
  ...{ min: 0, max: 100, step: 1, usual: 0 },
} as const;

/** Angle at the corner for the strongest vignette, in radians: 1 % of the light remains. */
const strongest = 0.4 * Math.PI;

/** Returns the angle at the corner, in radians. @param amount percent. */
export function vignetteAngle(amount: number): number {
  return (amount / 100) * strongest;
}

/**
 * Returns the remaining light, 0 to 1, by the cosine fourth law, as ffmpeg's filter vignette.
 * @param angle from vignetteAngle. @param distance from the center of the visible area; 1 at its corners.
 */
export function vignetteLight(angle: number, distance: number): number {
  return Math.cos(angle * Math.min(1, distance)) ** 4;
}

/**
 * The vignette in GLSL: vec4 vignette(vec4 color, vec2 from, vec2 halfSize, float angle). from: vector from the center
 * of the visible area to the fragment; halfSize: half of its size, in the same unit.
 */
export const vignetteGlsl = `vec4 vignette(vec4 color, vec2 from, vec2 halfSize, float angle) {
  if (angle == 0.0) return color;
  float light = cos(angle * min(1.0, length(from) / length(halfSize)));
  light *= light;
  return vec4(color.rgb * light * light, color.a);
}`;

/** A vignette in ffmpeg. In pixels; the center may lie outside of a cropped image. */
export interface VignetteMask {
  /** From vignetteAngle. */
  angle: number;
  x: number;
  y: number;
  /** Distance from the center to the corners. */
  radius: number;
  /** Size of the darkened image. */
  width: number;
  height: number;
}

/** Subsampling of the mask in both directions: it is smooth, and every pixel costs a cosine. */
const coarse = 4;

const maskFormats = { yuv420: 'yuva420p', yuv444: 'yuva444p', rgb: 'rgba', gbrap: 'gbrap' } as const;

/**
 * Returns the start of an ffmpeg chain that creates the mask, and the filter that applies it to the frames of the
 * preceding pad. ffmpeg's own vignette darkens limited-range black below black and needs a center inside the image.
 * @param pixels format of the frames: 4:2:0, 4:4:4 (also with opaque alpha), packed RGBA (opaque), or planar RGB with
 * premultiplied alpha.
 */
export function vignetteMask(
  { angle, x, y, radius, width, height }: VignetteMask,
  pixels: keyof typeof maskFormats,
): [mask: string, filter: string] {
  const [columns, rows] = [Math.max(2, Math.ceil(width / coarse)), Math.max(2, Math.ceil(height / coarse))];
  const number = (value: number) => String(Number(value.toFixed(6)));
  const from = (place: string, middle: number, scale: number) => `(${place}+0.5)*${number(scale)}-${number(middle)}`;
  const distance = `hypot(${from('X', x, width / columns)},${from('Y', y, height / rows)})/${number(radius)}`;
  const light = `255*pow(cos(${number(angle)}*min(1,${distance})),4)`;
  const lit = `${light}+0.5`;
  const planes =
    pixels === 'gbrap'
      ? { format: 'gbrap', values: { r: lit, g: lit, b: lit, a: 255 } }
      : { format: 'yuva444p', values: { lum: 16, cb: 128, cr: 128, a: `255.5-${light}` } };
  const mask = [
    filter('color', { c: 'black', s: `${columns}x${rows}`, r: 1, d: 1 }),
    filter('format', planes.format),
    filter('geq', planes.values),
    filter('scale', width, height, { flags: 'bicubic+accurate_rnd' }),
    filter('format', maskFormats[pixels]),
  ].join(',');
  return [mask, pixels === 'gbrap' ? 'blend=all_mode=multiply' : `overlay=eval=init:format=${pixels}`];
}
