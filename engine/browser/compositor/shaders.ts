import { blendGlsl } from '../../effects/blend.ts';
import { keyGlsl } from '../../effects/chromaKey.ts';
import { cornersGlsl } from '../../effects/corners.ts';
import { shaderEffects } from './effects.ts';

/** Varyings that only quads with rare effects need: type, name, and source. */
const rareParts = [
  ['vec3', 'luma', 'quadLuma'],
  ['vec2', 'tint', 'quadTint'],
  ['float', 'radius', 'quadRadius'],
  ['vec4', 'seen', 'quadSeen'],
] as const;

function declared(direction: 'in' | 'out', kind: QuadKind): string {
  return isPlain(kind) ? '' : rareParts.map(([type, name]) => `flat ${direction} ${type} ${name};`).join('\n');
}

/**
 * Returns the vertex shader of a quad. It extends the quad by half a pixel on each side, where the fragment shader
 * antialiases its edges. A painted quad ends at the centers of its outermost texels instead, which are transparent. See
 * instances.ts for the instance data.
 */
export function vertexShader(kind: QuadKind): string {
  const rare = isPlain(kind) ? [] : rareParts.map(([, name, from]) => `  ${name} = ${from};`);
  return `#version 300 es
in vec2 corner;
in vec4 place;
in vec4 turn;
in vec4 crop;
in vec4 quadLook;
in vec3 quadLuma;
in vec2 quadTint;
in float quadRadius;
in vec4 quadSeen;
in float unit;
uniform vec2 canvasSize;
out vec2 local;
out vec2 uv;
flat out vec2 halfSize;
flat out vec4 inside;
flat out vec4 look;
${declared('out', kind)}
flat out int picture;

void main() {
  vec2 size = place.zw;
  local = corner * ${kind === 'painted' ? 'size * (1.0 - 2.0 * turn.zw / crop.zw)' : '(size + 1.0)'};
  uv = crop.xy + (local / size + 0.5) * crop.zw;
  halfSize = size * 0.5;
  vec2 far = crop.xy + crop.zw;
  inside = vec4(min(crop.xy, far) + turn.zw, max(crop.xy, far) - turn.zw);
  look = quadLook;
${rare.join('\n')}
  picture = int(unit);
  vec2 at = place.xy + vec2(turn.x * local.x - turn.y * local.y, turn.y * local.x + turn.x * local.y);
  gl_Position = vec4(at.x / canvasSize.x * 2.0 - 1.0, 1.0 - at.y / canvasSize.y * 2.0, 0.0, 1.0);
}`;
}

/**
 * painted: a painted layer at its size or larger, antialiased by its own border; plain: most others; rare: with effects
 * that few have; keyed: with a chroma key or color correction; special: with a blend mode and possibly those. In order
 * of cost.
 */
export type QuadKind = 'painted' | 'plain' | 'rare' | 'keyed' | 'special';

function isPlain(kind: QuadKind): boolean {
  return kind === 'plain' || kind === 'painted';
}

/** Returns whether quads of a kind are drawn one by one. */
export function isAlone(kind: QuadKind): boolean {
  return kind === 'keyed' || kind === 'special';
}

/** Bias in mipmap levels: a slightly larger mipmap than needed is sharper. */
const sharper = -0.4;

/**
 * Returns the fragment shader of a quad. @param units number of textures per draw call. A special quad, which is drawn
 * alone, outputs its blending with the backdrop.
 */
export function fragmentShader(units: number, kind: QuadKind): string {
  // Without shrinking there are no mipmaps; even an unused bias takes time.
  const bias = kind === 'painted' ? '' : `, ${sharper.toFixed(1)}`;
  const look = (i: number) => `return texture(pictures[${i}], at${bias});`;
  const cases = Array.from({ length: units }, (_, i) => `    case ${i}: ${look(i)}`).join('\n');
  const effects = shaderEffects.filter(
    (effect) => !((effect.isRare && isPlain(kind)) || (effect.isAlone && !isAlone(kind))),
  );
  const isSpecial = kind === 'special';
  const parts = [cornersGlsl, ...(isSpecial ? [blendGlsl] : []), ...(isAlone(kind) ? [keyGlsl] : [])];
  return `#version 300 es
precision highp float;
precision highp int;
uniform sampler2D pictures[${units}];
in vec2 local;
in vec2 uv;
flat in vec2 halfSize;
flat in vec4 inside;
flat in vec4 look;
${declared('in', kind)}
flat in int picture;
out vec4 result;
${isSpecial ? 'uniform sampler2D backdrop;\nuniform int blendMode;\n' : ''}
${[...parts, ...effects.map(({ glsl }) => glsl)].join('\n\n')}

// All fragments of a quad take the same branch, so the slopes that choose a mipmap are sound within it. textureGrad
// would say so to the letter; emulated cards take twice the time for it.
vec4 pick(vec2 at) {
  ${units === 1 ? look(0) : `switch (picture) {\n${cases}\n  }\n  return vec4(0.0);`}
}

void main() {
  vec4 color = pick(${kind === 'painted' ? 'uv' : 'clamp(uv, inside.xy, inside.zw)'});
${isAlone(kind) ? '  color = keyed(color, uv, inside);' : ''}
${effects.map(({ call }) => `  color = ${call};`).join('\n')}
${kind === 'painted' ? '' : `  color *= covered(local, halfSize, ${kind === 'plain' ? '0.0' : 'radius'});`}
  result = ${isSpecial ? 'blended(texelFetch(backdrop, ivec2(gl_FragCoord.xy), 0), color, blendMode)' : 'color'};
}`;
}

/** A triangle that covers a texture; `at` goes from 0, 0 to 1, 1 as its texels do. */
export const wholeTextureShader = `#version 300 es
out vec2 at;

void main() {
  at = vec2(gl_VertexID & 1, gl_VertexID >> 1) * 2.0;
  gl_Position = vec4(at * 2.0 - 1.0, 0.0, 1.0);
}`;

/** Returns the shader of an effect on a picture. @param glsl see LayerEffect. */
export function effectShader(glsl: string): string {
  return `#version 300 es
precision highp float;
precision highp int;
uniform sampler2D picture;
in vec2 at;
out vec4 result;

${glsl}

void main() {
  result = effect(at);
}`;
}

/** A triangle that covers the canvas; `at` goes from 0, 0 at the top left to 1, 1. */
export const wholeCanvasShader = `#version 300 es
out vec2 at;

void main() {
  vec2 corner = vec2(gl_VertexID & 1, gl_VertexID >> 1) * 2.0;
  at = corner;
  gl_Position = vec4(corner.x * 2.0 - 1.0, 1.0 - corner.y * 2.0, 0.0, 1.0);
}`;

/**
 * Returns the shader that mixes the frames of two scenes, which are upside down in their textures. @param glsl of a
 * transition.
 */
export function transitionShader(glsl: string): string {
  return `#version 300 es
precision highp float;
uniform sampler2D beforePicture;
uniform sampler2D afterPicture;
uniform vec2 size;
uniform float progress;
uniform vec2 direction;
in vec2 at;
out vec4 result;

vec4 before(vec2 at) {
  return texture(beforePicture, vec2(at.x, 1.0 - at.y));
}

vec4 after(vec2 at) {
  return texture(afterPicture, vec2(at.x, 1.0 - at.y));
}

vec4 before(vec2 at, float lod) {
  return textureLod(beforePicture, vec2(at.x, 1.0 - at.y), lod);
}

vec4 after(vec2 at, float lod) {
  return textureLod(afterPicture, vec2(at.x, 1.0 - at.y), lod);
}

${glsl}

void main() {
  result = transition(at, size, progress, direction);
}`;
}
