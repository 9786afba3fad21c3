import { filter } from '../effects/ffmpegFilter.ts';
import type { Size } from '../layout/box.ts';
import type { TransitionPads } from './transition.ts';

/** Side in pixels along which a mask does not vary; it is stretched. */
const thin = 16;

/** Sides along which a mask varies, across by X and along by Y; or the size of a mask that is enlarged bilinearly. */
type Varying = 'across' | 'along' | 'none' | Size;

/**
 * Prints a mix of two pads by the share of the second one at each pixel.
 * @param share an expression from 0 to 1 of ffmpeg's geq, with X, Y and N. @param varying what it depends on besides N.
 */
export function maskFilter(
  { before, after, out, name, frames, rate, width, height, isClear }: TransitionPads,
  share: string,
  varying: Varying,
): string[] {
  const isShape = typeof varying === 'object';
  const wide = isShape ? varying.width : varying === 'across' ? width : thin;
  const high = isShape ? varying.height : varying === 'along' ? height : thin;
  const mask = [
    filter('color', { c: 'black', s: `${wide}x${high}`, r: rate.join('/') }),
    filter('trim', { end_frame: frames }),
    'format=gray',
    filter('geq', { lum: `255*clip(${share},0,1)+0.5` }),
    filter('scale', width, height, { flags: isShape ? 'bilinear' : 'neighbor' }),
    isClear ? 'mergeplanes=0x00000000:gbrap' : 'mergeplanes=0x000000:yuv444p',
  ];
  return [`${mask.join(',')}[${name}mask]`, `[${before}][${after}][${name}mask]maskedmerge[${out}]`];
}

/** Pixels of the canvas per pixel of a shape's mask, along both sides: evaluating an expression is slow. */
const coarse = 2;

/**
 * Prints a shape that shows the second pad inside. Its mask is reduced, and enlarged bilinearly.
 * @param inside pixels from the edge inwards, an expression of x and y, which count pixels from the center.
 */
export function shapeFilter(pads: TransitionPads, inside: (x: string, y: string) => string): string[] {
  const { width, height } = pads;
  const [wide, high] = [Math.ceil(width / coarse), Math.ceil(height / coarse)];
  const place = (name: string, length: number, count: number) => `((${name}+0.5)*${length / count}-${length / 2})`;
  const share = `(${inside(place('X', width, wide), place('Y', height, high))})/${coarse}+0.5`;
  return maskFilter(pads, share, { width: wide, height: high });
}

/** Prints a wipe: an edge moves in the direction and leaves the second pad behind it. */
export function wipeFilter(pads: TransitionPads): string[] {
  const { frames, width, height, direction } = pads;
  const isAcross = direction === 'left' || direction === 'right';
  const length = isAcross ? width : height;
  const left = `round(${length}*(1-N/${frames}))`;
  const place = isAcross ? 'X' : 'Y';
  const isForward = direction === 'right' || direction === 'down';
  const share = isForward ? `lt(${place},${length}-${left})` : `gte(${place},${left})`;
  return maskFilter(pads, share, isAcross ? 'across' : 'along');
}
