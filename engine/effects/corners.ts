import { filter } from './ffmpegFilter.ts';
import { verticalFlip } from './flip.ts';

/**
 * Rounded corners in GLSL: float covered(vec2 from, vec2 halfSize, float radius), the share of a pixel that a rectangle
 * covers. from: vector from its center to the fragment; halfSize: half of its size; radius: at most half of its shorter
 * side; all in pixels.
 */
export const cornersGlsl = `float covered(vec2 from, vec2 halfSize, float radius) {
  vec2 corner = abs(from) - halfSize + radius;
  if (radius > 0.0 && min(corner.x, corner.y) > 0.0) return clamp(radius - length(corner) + 0.5, 0.0, 1.0);
  vec2 edges = clamp(radius - corner + 0.5, 0.0, 1.0);
  return edges.x * edges.y;
}`;

/** Opacity and rounded corners of an image in ffmpeg. The rectangle may extend beyond the image. In pixels. */
export interface PictureMask {
  /** 0 to 1. */
  opacity: number;
  radius: number;
  /** The whole rectangle, relative to the image's corner. */
  x: number;
  y: number;
  width: number;
  height: number;
}

/**
 * Returns ffmpeg filter lines that create the mask once, for any number of frames, and the filter that applies it to
 * the frames of the preceding pad. Only the corners are computed per pixel.
 * @param size of the frames. @param pixels format of the frames: any with opaque alpha, or planar RGB with
 * premultiplied alpha. @param name prefix for its own pads.
 */
export function printMask(
  { opacity, radius, ...whole }: PictureMask,
  size: { width: number; height: number },
  pixels: 'solid' | 'gbrap',
  name: string,
): [lines: string[], filter: string] {
  const light = Math.round(255 * opacity);
  const color = (width: number, height: number) => `color=c=black:s=${width}x${height}:r=1:d=1,format=yuv444p`;
  const flat = `${color(size.width, size.height)},lutyuv=y=${light}:u=128:v=128`;
  const made = radius > 0 ? [`${flat}[${name}flat]`, ...printCorners(light, radius, whole, color, name)] : [flat];
  const last = made.length - 1;
  if (pixels === 'solid') return [made.with(last, `${made[last]},extractplanes=y`), 'alphamerge'];
  const planes = [
    `${made[last]},split[${name}lit][${name}covers]`,
    `[${name}lit]scale=in_range=pc:in_color_matrix=bt709:flags=accurate_rnd+full_chroma_int,format=gbrap[${name}rgb]`,
    `[${name}covers]extractplanes=y[${name}alpha]`,
    `[${name}rgb][${name}alpha]alphamerge`,
  ];
  return [[...made.slice(0, last), ...planes], 'blend=all_mode=multiply'];
}

/** Overlays the corners on `flat`; the last line has an open output. */
function printCorners(
  light: number,
  radius: number,
  { x, y, width, height }: { x: number; y: number; width: number; height: number },
  color: (width: number, height: number) => string,
  name: string,
): string[] {
  const round = Math.min(radius, width / 2, height / 2);
  const side = Math.max(1, Math.ceil(round));
  const number = (value: number) => String(Number(value.toFixed(6)));
  const away = (place: string) => `max(0,${number(round)}-${place}-0.5)`;
  const share = `clip(${number(round)}-hypot(${away('X')},${away('Y')})+0.5,0,1)`;
  const [right, bottom] = [x + width - side, y + height - side];
  const corners = [
    { flips: 'null', at: [x, y] },
    { flips: 'hflip', at: [right, y] },
    { flips: verticalFlip.join(), at: [x, bottom] },
    { flips: ['hflip', ...verticalFlip].join(), at: [right, bottom] },
  ];
  const uses = corners.map((_, i) => `[${name}c${i}]`);
  return [
    `${color(side, side)},${filter('geq', { lum: `${light}*${share}+0.5`, cb: 128, cr: 128 })},split=${uses.length}${uses.join('')}`,
    ...corners.flatMap(({ flips, at: [left, top] }, i) => [
      `${uses[i]}${flips}[${name}d${i}]`,
      `[${name}${i === 0 ? 'flat' : `e${i - 1}`}][${name}d${i}]overlay=x=${left}:y=${top}:eval=init:format=yuv444${i < 3 ? `[${name}e${i}]` : ''}`,
    ]),
  ];
}
