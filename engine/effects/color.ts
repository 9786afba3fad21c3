import { type ColorCube, CUBE_SIDE } from './colorCube.ts';
import { filter } from './ffmpegFilter.ts';

/**
 * Applies a cube to RGBA pixels with straight alpha, in place. Interpolates in the tetrahedron around the color, as
 * ffmpeg's filter lut3d (libavfilter/vf_lut3d.c, interp_tetrahedral): from the near corner along the axes in the order
 * of their remainders.
 */
export function gradePixels(pixels: Uint8ClampedArray, cube: ColorCube): void {
  const scale = (CUBE_SIDE - 1) / 255;
  const [red, green, blue] = [3, 3 * CUBE_SIDE, 3 * CUBE_SIDE * CUBE_SIDE] as const;
  for (let at = 0; at < pixels.length; at += 4) {
    if (pixels[at + 3] === 0) continue;
    const [x, y, z] = [
      (pixels[at] as number) * scale,
      (pixels[at + 1] as number) * scale,
      (pixels[at + 2] as number) * scale,
    ];
    const [cellX, cellY, cellZ] = [cellOf(x), cellOf(y), cellOf(z)];
    const [r, g, b] = [x - cellX, y - cellY, z - cellZ];
    const high = Math.max(r, g, b);
    const low = Math.min(r, g, b);
    const middle = r + g + b - high - low;
    const first = r > g ? (r > b ? red : blue) : g > b ? green : blue;
    const last = r > g ? (g > b ? blue : green) : r > b ? blue : red;
    const near = cellX * red + cellY * green + cellZ * blue;
    const far = near + red + green + blue;
    for (let i = 0; i < 3; i += 1) {
      const value =
        (cube[near + i] as number) * (1 - high) +
        (cube[near + first + i] as number) * (high - middle) +
        (cube[far - last + i] as number) * (middle - low) +
        (cube[far + i] as number) * low;
      pixels[at + i] = value * 255;
    }
  }
}

/** White is at the far end of the last cell, so that no corner lies outside. */
function cellOf(place: number): number {
  return Math.min(CUBE_SIDE - 2, Math.floor(place));
}

/**
 * The cube in GLSL: vec4 graded(vec4 color) of a premultiplied color. Uniforms: cube, the values with red and green in
 * its columns and rows, and the slices of blue below each other; isGraded.
 */
export const gradeGlsl = `uniform highp sampler2D cube;
uniform bool isGraded;

vec3 cubeAt(ivec3 at) {
  return texelFetch(cube, ivec2(at.x, at.y + ${CUBE_SIDE} * at.z), 0).rgb;
}

vec4 graded(vec4 color) {
  if (!isGraded || color.a == 0.0) return color;
  vec3 place = clamp(color.rgb / color.a, 0.0, 1.0) * ${CUBE_SIDE - 1}.0;
  vec3 near = min(floor(place), ${CUBE_SIDE - 2}.0);
  vec3 rest = place - near;
  float high = max(rest.r, max(rest.g, rest.b));
  float low = min(rest.r, min(rest.g, rest.b));
  float middle = rest.r + rest.g + rest.b - high - low;
  ivec3 first = rest.r > rest.g
    ? (rest.r > rest.b ? ivec3(1, 0, 0) : ivec3(0, 0, 1))
    : (rest.g > rest.b ? ivec3(0, 1, 0) : ivec3(0, 0, 1));
  ivec3 last = rest.r > rest.g
    ? (rest.g > rest.b ? ivec3(0, 0, 1) : ivec3(0, 1, 0))
    : (rest.r > rest.b ? ivec3(0, 0, 1) : ivec3(1, 0, 0));
  ivec3 at = ivec3(near);
  vec3 mixed = cubeAt(at) * (1.0 - high) + cubeAt(at + first) * (high - middle)
    + cubeAt(at + ivec3(1) - last) * (middle - low) + cubeAt(at + ivec3(1)) * low;
  return vec4(mixed * color.a, color.a);
}`;

/** ffmpeg truncates to whole levels; half a level makes that rounding. */
const halfLevel = 0.5 / 255;

/** Returns a cube as the text of a .cube file for cubeFilter. */
export function cubeText(cube: ColorCube): string {
  const rows = [['LUT_3D_SIZE', CUBE_SIDE].join(' ')];
  const number = (i: number) => ((cube[i] as number) + halfLevel).toFixed(5);
  for (let at = 0; at < cube.length; at += 3) rows.push(`${number(at)} ${number(at + 1)} ${number(at + 2)}`);
  return `${rows.join('\n')}\n`;
}

/** Returns a cube as an ffmpeg filter for 8-bit RGB, packed or planar, with or without straight alpha. */
export function cubeFilter(file: string): string {
  return filter('lut3d', { file, interp: 'tetrahedral' });
}
