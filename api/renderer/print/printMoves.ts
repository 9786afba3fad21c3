import { filter } from '../../../engine/effects/ffmpegFilter.ts';
import { vignetteMask } from '../../../engine/effects/vignette.ts';
import type { View } from '../../../engine/kinds/pictureMotion.ts';
import type { Bitmap, Output } from '../plan/plan.ts';
import { number } from './ffmpegArgs.ts';
import { fromBt709, printColors, toBt709 } from './printEffects.ts';
import { printHalved } from './softEdges.ts';

/** A bitmap with pan and zoom. */
type Moving = Bitmap & Required<Pick<Bitmap, 'moves'>>;

/**
 * Prints the views of a panning image, one per frame, at the size of its box, with subpixel precision; crop and
 * ffmpeg's zoompan would jump between pixels, which is visible as a tremor. Premultiplied alpha avoids fringes. The
 * vignette belongs to the view and does not move with the image.
 * @param name prefix of its pad names.
 */
export function printMoves(bitmap: Moving, { pixels }: Output, name: string): string {
  const { width, height, background, blend, moves } = bitmap;
  const { size } = moves;
  const [x0, x1] = printSide(moves, { painted: width, shown: size.width }, ({ x, width }) => [x, width]);
  const [y0, y1] = printSide(moves, { painted: height, shown: size.height }, ({ y, height }) => [y, height]);
  const corners = [
    [x0, y0],
    [x1, y0],
    [x0, y1],
    [x1, y1],
  ].map(([x, y], i) => ({ [`x${i}`]: x, [`y${i}`]: y }));
  const view = [
    filter('perspective', ...corners, { interpolation: 'cubic', sense: 'source', eval: 'frame' }),
    filter('crop', size.width, size.height, 0, 0, { exact: 1 }),
  ];
  if (pixels === 'yuv420p' && background !== undefined) return view.join(',');
  const isHalved = pixels === 'yuv420p' && blend === undefined;
  const multiplied = ['format=yuva444p', 'premultiply=inplace=1', ...view];
  if (isHalved && moves.vignette === undefined) return [...multiplied, printHalved('multiplied', name)].join(',');
  const dark = [...printDark(moves, pixels, name), 'unpremultiply=inplace=1', ...printBack(moves, pixels)];
  return [...multiplied, ...dark, ...(isHalved ? [printHalved('straight', name)] : [])].join(',');
}

/** Darkens the corners of a premultiplied view, and leaves it in RGB. */
function printDark({ size, vignette: angle }: Moving['moves'], pixels: Output['pixels'], name: string): string[] {
  if (angle === undefined) return [];
  const middle = { x: size.width / 2, y: size.height / 2, radius: Math.hypot(size.width, size.height) / 2 };
  const [mask, filter] = vignetteMask({ angle, ...middle, ...size }, 'gbrap');
  const colors = pixels === 'rgba' ? '' : `${printColors(fromBt709)},`;
  return [`${colors}format=gbrap[${name}lit];\n${mask}[${name}dark];\n[${name}lit][${name}dark]${filter}`];
}

function printBack({ vignette }: Moving['moves'], pixels: Output['pixels']): string[] {
  if (pixels === 'rgba') return ['format=rgba'];
  return [...(vignette === undefined ? [] : [printColors(toBt709)]), 'format=yuva444p'];
}

/**
 * Prints where the first pixel of the view lies in the painted image, and where a pixel at that image's end would lie:
 * the filter's output is as large as its input, and the view is its first part. Coordinates are relative to the center
 * of the first pixel.
 */
function printSide(
  { from, to, frames, at }: Moving['moves'],
  { painted, shown }: { painted: number; shown: number },
  sideOf: (view: View) => [start: number, length: number],
): [string, string] {
  const done = `min(1,(on-1+${number(at)})/${number(frames)})`;
  const placeIn = (view: View, pixel: number) => {
    const [start, length] = sideOf(view);
    return painted * (start + (length * (pixel + 0.5)) / shown) - 0.5;
  };
  const print = (pixel: number) => {
    const [first, last] = [placeIn(from, pixel), placeIn(to, pixel)];
    return first === last ? number(first) : `${number(first)}+${number(last - first)}*${done}`;
  };
  return [print(0), print(painted)];
}
