/** How dark the corners become: what the panel shows of it. Percent. */
export const vignetteRange = { title: 'Vignette', min: 0, max: 100, step: 1, usual: 0 } as const;

/** Angle at the corner for the strongest vignette, radians: a hundredth of the light is left there. */
const strongest = 0.4 * Math.PI;

/** Angle at the corner. @param amount percent. */
export function vignetteAngle(amount: number): number {
  return (amount / 100) * strongest;
}

/**
 * How much light is left, 0 to 1, by the cosine law of lenses, as ffmpeg's filter vignette.
 * @param angle of vignetteAngle. @param distance from the middle of the shown picture; 1 at its corners.
 */
export function vignetteLight(angle: number, distance: number): number {
  return Math.cos(angle * Math.min(1, distance)) ** 4;
}

/**
 * The vignette in GLSL: vec4 vignette(vec4 color, vec2 from, vec2 halfSize, float angle). from: the middle of the
 * shown picture to the fragment; halfSize: half of its size, the same unit.
 */
export const vignetteGlsl = `vec4 vignette(vec4 color, vec2 from, vec2 halfSize, float angle) {
  if (angle == 0.0) return color;
  float light = cos(angle * min(1.0, length(from) / length(halfSize)));
  light *= light;
  return vec4(color.rgb * light * light, color.a);
}`;

/** A vignette on the server. Pixels; the middle may lie outside of the picture, of which the rest is cut away. */
export interface VignetteMask {
  /** Angle of vignetteAngle. */
  angle: number;
  x: number;
  y: number;
  /** From the middle to the corners. */
  radius: number;
  /** Size of the picture that is darkened. */
  width: number;
  height: number;
}

/** Of so many times fewer columns and rows the mask is computed: it is smooth, and every pixel costs a cosine. */
const coarse = 4;

const maskFormats = { yuv420: 'yuva420p', yuv444: 'yuva444p', rgb: 'rgba', gbrap: 'gbrap' } as const;

/**
 * The vignette for ffmpeg: the beginning of a chain that makes one picture, the mask, and the filter that lays it over
 * the frames that come in by the pad before. ffmpeg's own filter vignette darkens limited-range black below black, and
 * knows no middle outside of the picture.
 * @param pixels of the frames: 4:2:0, 4:4:4 (also with alpha, all solid), packed RGBA (all solid), or planar RGB with
 * alpha by which colors are multiplied.
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
  const lit = ['r', 'g', 'b'].map((plane) => `${plane}='${light}+0.5'`).join(':');
  const planes =
    pixels === 'gbrap'
      ? { format: 'gbrap', values: `${lit}:a=255` }
      : { format: 'yuva444p', values: `lum=16:cb=128:cr=128:a='255.5-${light}'` };
  const mask = [
    `color=c=black:s=${columns}x${rows}:r=1:d=1`,
    `format=${planes.format}`,
    `geq=${planes.values}`,
    `scale=${width}:${height}:flags=bicubic+accurate_rnd`,
    `format=${maskFormats[pixels]}`,
  ].join(',');
  return [mask, pixels === 'gbrap' ? 'blend=all_mode=multiply' : `overlay=eval=init:format=${pixels}`];
}
