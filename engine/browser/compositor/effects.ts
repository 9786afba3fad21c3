/**
 * One effect on the colours of a quad, as the WebGL way applies it: numbers that each quad carries, and a function
 * over its premultiplied colour. An effect is added by one entry of the list below; the numbers are then written
 * where `writeQuad` writes the others.
 */
export interface ShaderEffect {
  /** Name of its GLSL function: vec4 name(vec4 color, vec2 amount). */
  name: string;
  /** GLSL of the function. */
  glsl: string;
}

/**
 * The matrix of the CSS filter hue-rotate (Filter Effects Level 1, §9.6), as rotateHue of engine/layout/color.ts.
 * amount: cosine and sine of the angle.
 */
const turnHue: ShaderEffect = {
  name: 'turnHue',
  glsl: `vec4 turnHue(vec4 color, vec2 amount) {
  if (amount == vec2(1.0, 0.0)) return color;
  const mat3 grey = mat3(0.213, 0.213, 0.213, 0.715, 0.715, 0.715, 0.072, 0.072, 0.072);
  const mat3 byCos = mat3(0.787, -0.213, -0.213, -0.715, 0.285, -0.715, -0.072, -0.072, 0.928);
  const mat3 bySin = mat3(-0.213, 0.143, -0.787, -0.715, 0.14, 0.715, 0.928, -0.283, 0.072);
  vec3 turned = (grey + byCos * amount.x + bySin * amount.y) * color.rgb;
  return vec4(clamp(turned, vec3(0.0), vec3(color.a)), color.a);
}`,
};

/** Opacity. amount: 0 to 1, and nothing. */
const fade: ShaderEffect = {
  name: 'fade',
  glsl: `vec4 fade(vec4 color, vec2 amount) {
  return color * amount.x;
}`,
};

/** Every effect, in the order in which they are applied. */
export const shaderEffects = [turnHue, fade] as const;
