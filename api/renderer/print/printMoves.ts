import type { Moves } from '../plan/moves.ts';
import type { Output } from '../plan/plan.ts';
import { number } from './ffmpegArgs.ts';
import { scaler } from './printEffects.ts';

/**
 * The views of a picture that moves, one a frame. They lie between the pixels; a crop or ffmpeg's own zoom would go from
 * pixel to pixel, which is seen as a tremor.
 */
export function printMoves({ size, from, to, frames, at }: Moves, { pixels }: Output): string {
  const done = `min(1,(on-1+${at})/${number(frames)})`;
  const between = (side: string, first: number, last: number) =>
    first === last ? `${side}*${number(first)}` : `${side}*(${number(first)}+${number(last - first)}*${done})`;
  const left = between('W', from.x, to.x);
  const right = between('W', from.x + from.width, to.x + to.width);
  const top = between('H', from.y, to.y);
  const bottom = between('H', from.y + from.height, to.y + to.height);
  const corners = [
    [left, top],
    [right, top],
    [left, bottom],
    [right, bottom],
  ].flatMap(([x, y], i) => [`x${i}='${x}'`, `y${i}='${y}'`]);
  const view = `perspective=${corners.join(':')}:interpolation=linear:sense=source:eval=frame`;
  const scale = `scale=${size.width}:${size.height}:flags=${scaler}`;
  return pixels === 'rgba' ? `format=yuva444p,${view},${scale},format=rgba` : `${view},${scale}`;
}
