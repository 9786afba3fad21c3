import type { View } from '../../../engine/kinds/pictureMotion.ts';
import type { Bitmap, Output } from '../plan/plan.ts';
import { number } from './ffmpegArgs.ts';
import { scaler } from './printEffects.ts';

/** A bitmap that moves. */
type Moving = Bitmap & Required<Pick<Bitmap, 'moves'>>;

/**
 * The views of a picture that moves, one a frame, in the size of its box. They lie between the pixels; a crop or ffmpeg's own
 * zoom would go from pixel to pixel, which is seen as a tremor. What is clear has no colour that could show as a fringe.
 */
export function printMoves(bitmap: Moving, { pixels }: Output): string {
  const { width, height, background, moves } = bitmap;
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
  const steps =
    pixels === 'yuv420p' && background !== undefined
      ? view
      : ['format=yuva444p', 'premultiply=inplace=1', ...view, 'unpremultiply=inplace=1', ...printBack(pixels)];
  return steps.join(',');
}

function printBack(pixels: Output['pixels']): string[] {
  return pixels === 'rgba' ? ['format=rgba'] : [`scale=flags=${scaler}`, 'format=yuva420p'];
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
