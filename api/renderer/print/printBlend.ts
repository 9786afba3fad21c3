import { blendFilter } from '../../../engine/effects/blend.ts';
import { filter } from '../../../engine/effects/ffmpegFilter.ts';
import type { Rect } from '../../../engine/layout/fit.ts';
import type { Blend, Output } from '../plan/plan.ts';
import { fromBt709, printColors, toBt709 } from './printEffects.ts';
import { printHalved } from './softEdges.ts';

/** A part to blend with what is below it. */
interface Blended {
  /** Input pad of what is below, in brackets. */
  below: string;
  /** A chain with an open output. */
  source: string;
  mode: Blend;
  /** Its place in pixels. At odd positions, overlay would shift 4:2:0 frames one pixel left or up. */
  place: Rect;
  /** Prefix of its pad names. */
  name: string;
  /** Whether it ends before its scene does. */
  ends: boolean;
}

/**
 * Blends a part with the canvas. Converts only the area below the part to RGB, in which blend modes multiply colors.
 * @returns lines, the last with an open output.
 */
export function printBlend({ below, source, mode, place, name, ends }: Blended, output: Output): string[] {
  const isRgb = output.pixels === 'rgba';
  const grid = isRgb ? 1 : 2;
  const [x, across, skippedX] = sideOf(place.x, place.width, output.width, grid);
  const [y, down, skippedY] = sideOf(place.y, place.height, output.height, grid);
  const rgb = isRgb ? 'format=gbrap' : `${printColors(fromBt709)},format=gbrap`;
  const toYuv = `${printColors(toBt709)},format=yuva444p`;
  const back = isRgb ? 'format=rgba' : `${toYuv},${printHalved('straight', name)}`;
  const [w, h] = [`max(iw,${across + skippedX})`, `max(ih,${down + skippedY})`];
  const room = filter('pad', { w, h, x: 0, y: 0, color: 'black@0' });
  const cut = filter('crop', across, down, skippedX, skippedY, { exact: 1 });
  const shortest = ends ? ':shortest=1' : '';
  const blended = `${blendFilter(mode)}${shortest}`;
  return [
    `${source},${rgb},${room},${cut}[${name}above]`,
    `${below}split[${name}base][${name}below]`,
    `[${name}below]${filter('crop', across, down, x, y, { exact: 1 })},${rgb}[${name}ground]`,
    ...(isRgb
      ? withClearGround(name, blended, shortest, back)
      : [`[${name}ground][${name}above]${blended},${back}[${name}both]`]),
    `[${name}base][${name}both]${printOverlay({ x, y, ends }, output)}`,
  ];
}

/**
 * Only animations can have a transparent backdrop: the more transparent it is, the more the layer keeps its own colors.
 */
function withClearGround(name: string, blended: string, shortest: string, back: string): string[] {
  return [
    `[${name}ground]split[${name}ground0][${name}ground1]`,
    `[${name}above]split=3[${name}above0][${name}above1][${name}above2]`,
    `[${name}ground0][${name}above0]${blended}[${name}mixed]`,
    `[${name}ground1]shuffleplanes=3:3:3:3[${name}solid]`,
    // As long as the layer.
    `[${name}solid][${name}above1]blend=all_mode=normal${shortest}[${name}mask]`,
    `[${name}above2][${name}mixed][${name}mask]maskedmerge,${back}[${name}both]`,
  ];
}

/**
 * Prints the filter that puts a part on what is below it. @param place expressions of the time t are computed for each
 * frame. @param place.ends whether the part ends before its scene does.
 */
export function printOverlay(
  { x, y, ends }: { x: number | string; y: number | string; ends: boolean },
  { pixels }: Pick<Output, 'pixels'>,
): string {
  const isMoving = String(x).includes('(');
  return filter('overlay', {
    ...{ x, y, eval: isMoving ? 'frame' : 'init', format: pixels === 'rgba' ? 'rgb' : 'yuv420' },
    eof_action: ends ? 'pass' : undefined,
  });
}

/** Returns the part of one side that lies on the canvas: start, length, and length skipped before it. */
function sideOf(
  at: number,
  length: number,
  canvas: number,
  grid: number,
): [start: number, length: number, skipped: number] {
  const first = Math.floor(at / grid) * grid;
  const start = Math.max(0, first);
  const end = Math.min(canvas, Math.ceil((at + length) / grid) * grid);
  return [start, Math.max(grid, end - start), start - first];
}
