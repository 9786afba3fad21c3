import { adjustmentGlsl } from '../../effects/adjustment.ts';
import { gradeGlsl } from '../../effects/color.ts';
import { vignetteGlsl } from '../../effects/vignette.ts';

/**
 * A color effect on a quad in WebGL. To add one, add an entry to the list below and write its parameters in
 * instances.ts.
 */
export interface ShaderEffect {
  /** GLSL of its function. */
  glsl: string;
  /**
   * GLSL expression of the resulting color. Available: color (premultiplied), local (from the quad's center, in
   * pixels), halfSize of the quad, and from its instance data (instances.ts) look, luma, tint and seen.
   */
  call: string;
  /** Whether few quads have it: others are drawn by a program without it. */
  isRare?: true;
  /** Whether only quads that are drawn one by one have it: its parameters are uniforms. */
  isAlone?: true;
}

/** Filter preset and adjustments. */
const adjusted: ShaderEffect = { glsl: adjustmentGlsl, call: 'adjustment(color, luma, tint)', isRare: true };

/** Color correction. */
const graded: ShaderEffect = { glsl: gradeGlsl, call: 'graded(color)', isAlone: true };

/** Vignette, around the center of the visible area. */
const darkCorners: ShaderEffect = {
  glsl: vignetteGlsl,
  call: 'vignette(color, local, halfSize, look.w)',
  isRare: true,
};

/** The matrix of the CSS filter hue-rotate (Filter Effects Level 1, §9.6), as rotateHue in engine/layout/color.ts. */
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

/** Clip at the edges of the visible part. */
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

/** All effects, in order of application. */
export const shaderEffects: readonly ShaderEffect[] = [adjusted, graded, darkCorners, shiftedHue, cut, faded];
