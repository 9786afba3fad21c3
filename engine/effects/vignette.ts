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

/** The vignette as ffmpeg's filter, which wants pictures without alpha. @param amount percent. */
export function vignetteFilter(amount: number): string {
  return `vignette=a=${Number(vignetteAngle(amount).toFixed(6))}:eval=init:dither=0`;
}
