import { shaderEffects } from './effects.ts';

/**
 * Places one quad. It is grown by a pixel on each side, for the smoothed edges that the fragment shader makes.
 * place: centre and size; turn: cosine and sine, half a texel of the source; crop: corner and size; look: amounts
 * of the effects; unit: which texture.
 */
export const vertexShader = `#version 300 es
in vec2 corner;
in vec4 place;
in vec4 turn;
in vec4 crop;
in vec4 look;
in float unit;
uniform vec2 canvasSize;
out vec2 local;
out vec2 uv;
flat out vec2 halfSize;
flat out vec4 inside;
flat out vec4 amounts;
flat out int picture;

void main() {
  vec2 size = place.zw;
  local = corner * (size + 2.0);
  uv = crop.xy + (local / size + 0.5) * crop.zw;
  halfSize = size * 0.5;
  inside = vec4(crop.xy + turn.zw, crop.xy + crop.zw - turn.zw);
  amounts = look;
  picture = int(unit);
  vec2 at = place.xy + vec2(turn.x * local.x - turn.y * local.y, turn.y * local.x + turn.x * local.y);
  gl_Position = vec4(at.x / canvasSize.x * 2.0 - 1.0, 1.0 - at.y / canvasSize.y * 2.0, 0.0, 1.0);
}`;

/** Shrinking takes a mipmap a little larger than needed, which is sharper. In mipmap levels. */
const sharper = -0.4;

/** Colours a quad from one of several textures. @param units how many textures one drawing may use. */
export function fragmentShader(units: number): string {
  const cases = Array.from(
    { length: units },
    (_, i) => `    case ${i}: return texture(pictures[${i}], at, ${sharper.toFixed(1)});`,
  );
  const amounts = ['amounts.xy', 'amounts.zw'];
  const steps = shaderEffects.map(({ name }, i) => `  color = ${name}(color, ${amounts[i]});`);
  return `#version 300 es
precision highp float;
precision highp int;
uniform sampler2D pictures[${units}];
in vec2 local;
in vec2 uv;
flat in vec2 halfSize;
flat in vec4 inside;
flat in vec4 amounts;
flat in int picture;
out vec4 result;

${shaderEffects.map(({ glsl }) => glsl).join('\n\n')}

// All fragments of a quad take the same branch, so the slopes that choose a mipmap are sound within it. textureGrad
// would say so to the letter; emulated cards take twice the time for it.
vec4 pick(vec2 at) {
  switch (picture) {
${cases.join('\n')}
  }
  return vec4(0.0);
}

void main() {
  vec4 color = pick(clamp(uv, inside.xy, inside.zw));
${steps.join('\n')}
  vec2 covered = clamp(halfSize - abs(local) + 0.5, 0.0, 1.0);
  result = color * covered.x * covered.y;
}`;
}
