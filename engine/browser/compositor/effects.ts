import { adjustmentGlsl } from '../../effects/adjustment.ts';
import { vignetteGlsl } from '../../effects/vignette.ts';

/**
 * One effect on the colors of a quad, as the WebGL way applies it. An effect is added by one entry of the list below;
 * the numbers that it needs are written where InstanceWriter writes the others.
 */
export interface ShaderEffect {
  /** GLSL of its function. */
  glsl: string;
  /**
   * The color after it, in GLSL. At hand: color (premultiplied), local (from the quad's middle, pixels), halfSize of
   * the quad, and of what the quad carries (instances.ts) look, luma, tint and seen.
   */
  call: string;
  /** Few quads have it: others are drawn by a program without it. */
  isRare?: true;
}

/** Look and filters of a video. */
const adjusted: ShaderEffect = { glsl: adjustmentGlsl, call: 'adjustment(color, luma, tint)', isRare: true };

/** Dark corners, around the middle of what is shown. */
const darkCorners: ShaderEffect = {
  glsl: vignetteGlsl,
  call: 'vignette(color, local, halfSize, look.w)',
  isRare: true,
};

/** The matrix of the CSS filter hue-rotate (Filter Effects Level 1, §9.6), as rotateHue of engine/layout/color.ts. */
const shiftedHue: ShaderEffect = {
  glsl: `vec4 shiftHue(vec4 color, vec2 amount) {
  if (amount == vec2(1.0, 0.0)) return color;
  const mat3 gray = mat3(0.213, 0.213, 0.213, 0.715, 0.715, 0.715, 0.072, 0.072, 0.072);
  const mat3 byCos = mat3(0.787, -0.213, -0.213, -0.715, 0.285, -0.715, -0.072, -0.072, 0.928);
  const mat3 bySin = mat3(-0.213, 0.143, -0.787, -0.715, 0.14, 0.715, 0.928, -0.283, 0.072);
  vec3 shifted = (gray + byCos * amount.x + bySin * amount.y) * color.rgb;
  return vec4(clamp(shifted, vec3(0.0), vec3(color.a)), color.a);
}`,
  call: 'shiftHue(color, look.xy)',
  isRare: true,
};

/** Cut at the edges of what is seen. */
const cut: ShaderEffect = {
  glsl: `vec4 cutAt(vec4 color, vec2 at, vec4 edges) {
  vec2 inside = clamp(at - edges.xy + 0.5, 0.0, 1.0) * clamp(edges.zw - at + 0.5, 0.0, 1.0);
  return color * inside.x * inside.y;
}`,
  call: 'cutAt(color, local, seen)',
  isRare: true,
};

/** Opacity. */
const faded: ShaderEffect = { glsl: '', call: 'color * look.z' };

/** Every effect, in the order in which they are applied. */
export const shaderEffects: readonly ShaderEffect[] = [adjusted, darkCorners, shiftedHue, cut, faded];
