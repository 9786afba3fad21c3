import type { Box, Size } from '../layout/box.ts';
import { layerBox } from '../layout/box.ts';
import { canvasSize } from '../layout/canvasSize.ts';
import type { Layer, Position } from '../project/layers.ts';
import type { Project } from '../project/project.ts';

/** Formats a percentage for a position, such as "12.5%": at most four decimals, −1000 to 1000, no exponent. */
export function printPercent(value: number): string {
  const bounded = Number.isFinite(value) ? Math.min(1000, Math.max(-1000, value)) : 0;
  return `${Number(bounded.toFixed(4)) || 0}%`;
}

/** Converts a box in pixels to percentages of a canvas. */
export function positionOf(box: Box, canvas: Size): Position {
  return {
    x: printPercent((100 * box.x) / canvas.width),
    y: printPercent((100 * box.y) / canvas.height),
    width: printPercent((100 * box.width) / canvas.width),
    height: printPercent((100 * box.height) / canvas.height),
    rotation: box.rotation,
  };
}

/** Returns the position of a layer; without one, its fitted and centered box. */
export function shownPosition(project: Project, layer: Layer): Position {
  const canvas = canvasSize(project);
  return layer.position ?? positionOf(layerBox(layer, canvas), canvas);
}

/** Moves a position by percent of the canvas on both axes. */
export function movedPosition(position: Position, dx: number, dy: number): Position {
  return {
    ...position,
    x: printPercent(Number.parseFloat(position.x) + dx),
    y: printPercent(Number.parseFloat(position.y) + dy),
  };
}
