import { filter } from '../effects/ffmpegFilter.ts';
import type { TransitionPads } from './transition.ts';

/** Side in pixels along which a mask does not vary; it is stretched. */
const thin = 16;

/** Sides along which a mask varies: across depends on X, along on Y. */
type Varying = 'both' | 'across' | 'along' | 'none';

/**
 * Prints a mix of two pads by the share of the second one at each pixel.
 * @param share an expression from 0 to 1 of ffmpeg's geq, with X, Y and N. @param varying what it depends on besides N.
 */
export function maskFilter(
  { before, after, out, name, frames, rate, width, height, isClear }: TransitionPads,
  share: string,
  varying: Varying = 'both',
): string[] {
  const wide = varying === 'both' || varying === 'across' ? width : thin;
  const high = varying === 'both' || varying === 'along' ? height : thin;
  const mask = [
    filter('color', { c: 'black', s: `${wide}x${high}`, r: rate.join('/') }),
    filter('trim', { end_frame: frames }),
    'format=gray',
    filter('geq', { lum: `255*clip(${share},0,1)+0.5` }),
    ...(varying === 'both' ? [] : [filter('scale', width, height, { flags: 'neighbor' })]),
    isClear ? 'mergeplanes=0x00000000:gbrap' : 'mergeplanes=0x000000:yuv444p',
  ];
  return [`${mask.join(',')}[${name}mask]`, `[${before}][${after}][${name}mask]maskedmerge[${out}]`];
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
