import type { BlendMode } from '../project/pictureLook.ts';

/** A blend mode, as in W3C Compositing and Blending, §10.1. */
interface Blend {
  /** The blended color in GLSL, from vec3 below and above, 0 to 1. */
  glsl: string;
  /** Mode of ffmpeg's filter blend, whose first input is the layer below. */
  filter: string;
}

const hardLight = (choosing: string) =>
  `mix(2.0 * below * above, 1.0 - 2.0 * (1.0 - below) * (1.0 - above), step(0.5, ${choosing}))`;

/** Blend modes that browser and ffmpeg compute identically; "normal" needs none. */
export const blends: Readonly<Record<Exclude<BlendMode, 'normal'>, Blend>> = {
  multiply: { glsl: 'below * above', filter: 'multiply' },
  screen: { glsl: 'below + above - below * above', filter: 'screen' },
  overlay: { glsl: hardLight('below'), filter: 'overlay' },
  'hard-light': { glsl: hardLight('above'), filter: 'hardlight' },
  darken: { glsl: 'min(below, above)', filter: 'darken' },
  lighten: { glsl: 'max(below, above)', filter: 'lighten' },
  difference: { glsl: 'abs(below - above)', filter: 'difference' },
  exclusion: { glsl: 'below + above - 2.0 * below * above', filter: 'exclusion' },
};

const names = Object.keys(blends) as (keyof typeof blends)[];

/** Returns the number of a mode in the shader; 0 is "normal". */
export function blendNumber(mode: BlendMode): number {
  return mode === 'normal' ? 0 : names.indexOf(mode) + 1;
}

/**
 * Blending in GLSL: vec4 blended(vec4 ground, vec4 source, int mode), all premultiplied: composes the source onto the
 * ground.
 */
export const blendGlsl = `vec3 blendedColor(vec3 below, vec3 above, int mode) {
  switch (mode) {
${names.map((name, i) => `    case ${i + 1}: return ${blends[name].glsl};`).join('\n')}
  }
  return above;
}

vec4 blended(vec4 ground, vec4 source, int mode) {
  vec3 below = ground.rgb / max(ground.a, 0.001);
  vec3 above = source.rgb / max(source.a, 0.001);
  vec3 both = blendedColor(below, above, mode) * ground.a * source.a;
  vec3 alone = source.rgb * (1.0 - ground.a) + ground.rgb * (1.0 - source.a);
  return vec4(alone + both, source.a + ground.a * (1.0 - source.a));
}`;

/**
 * Returns blending as an ffmpeg filter over ground and layer, both planar RGB with alpha. The result has the layer's
 * alpha, and blended colors even where the ground is transparent.
 */
export function blendFilter(mode: Exclude<BlendMode, 'normal'>): string {
  const { filter } = blends[mode];
  return `blend=c0_mode=${filter}:c1_mode=${filter}:c2_mode=${filter}:c3_mode=normal:c3_opacity=0`;
}
