import { vignetteMask } from '../../../engine/effects/vignette.ts';
import type { View } from '../../../engine/kinds/pictureMotion.ts';
import type { Bitmap, Output } from '../plan/plan.ts';
import { number } from './ffmpegArgs.ts';
import { scaler, toBt709 } from './printEffects.ts';
import { printHalved } from './softEdges.ts';

/** A bitmap that moves. */
type Moving = Bitmap & Required<Pick<Bitmap, 'moves'>>;

/**
 * The views of a picture that moves, one a frame, in the size of its box. They lie between the pixels; a crop or ffmpeg's own
 * zoom would go from pixel to pixel, which is seen as a tremor. What is clear has no color that could show as a fringe.
 * Dark corners are those of the view: they do not move with the picture.
 * @param name beginning of names for pads of its own.
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
  ].flatMap(([x, y], i) => [`x${i}='${x}'`, `y${i}='${y}'`]);
  const view = [
    `perspective=${corners.join(':')}:interpolation=cubic:sense=source:eval=frame`,
    `crop=${size.width}:${size.height}:0:0:exact=1`,
  ];
  if (pixels === 'yuv420p' && background !== undefined) return view.join(',');
  const isHalved = pixels === 'yuv420p' && blend === undefined;
  const multiplied = ['format=yuva444p', 'premultiply=inplace=1', ...view];
  if (isHalved && moves.vignette === undefined) return [...multiplied, printHalved('multiplied', name)].join(',');
  const dark = [...printDark(moves, pixels, name), 'unpremultiply=inplace=1', ...printBack(moves, pixels)];
  return [...multiplied, ...dark, ...(isHalved ? [printHalved('straight', name)] : [])].join(',');
}

/** The darkening of a view whose colors are multiplied by alpha, which leaves it in RGB. */
function printDark({ size, vignette: angle }: Moving['moves'], pixels: Output['pixels'], name: string): string[] {
  if (angle === undefined) return [];
  const middle = { x: size.width / 2, y: size.height / 2, radius: Math.hypot(size.width, size.height) / 2 };
  const [mask, filter] = vignetteMask({ angle, ...middle, ...size }, 'gbrap');
  const colors = pixels === 'rgba' ? '' : `scale=flags=${scaler}:in_color_matrix=bt709:in_range=tv,`;
  return [`${colors}format=gbrap[${name}lit];\n${mask}[${name}dark];\n[${name}lit][${name}dark]${filter}`];
}

function printBack({ vignette }: Moving['moves'], pixels: Output['pixels']): string[] {
  if (pixels === 'rgba') return ['format=rgba'];
  return [...(vignette === undefined ? [] : [`scale=flags=${scaler}${toBt709}`]), 'format=yuva444p'];
}

/**
 * Where in the painted picture the first pixel of the view is on one side, and the one that would be at that picture's end:
 * the filter makes a picture as large as the one it reads, of which the view is the first part, so that each of its pixels is
 * read once. It counts from the middle of the first pixel.
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
