import type { Box, Size } from '../layout/box.ts';
import { layerBox } from '../layout/box.ts';
import { canvasSize } from '../layout/canvasSize.ts';
import type { Layer, Position } from '../project/layers.ts';
import type { Project } from '../project/project.ts';

/** Prints a percentage as positions hold it, such as "12.5%"; four decimals at most, −1000 to 1000, never an exponent. */
export function printPercent(value: number): string {
  const bounded = Number.isFinite(value) ? Math.min(1000, Math.max(-1000, value)) : 0;
  return `${Number(bounded.toFixed(4)) || 0}%`;
}

/** A box in pixels as the percentages of a canvas. */
export function positionOf(box: Box, canvas: Size): Position {
  return {
    x: printPercent((100 * box.x) / canvas.width),
    y: printPercent((100 * box.y) / canvas.height),
    width: printPercent((100 * box.width) / canvas.width),
    height: printPercent((100 * box.height) / canvas.height),
    rotation: box.rotation,
  };
}

/** The position of a layer; for one without, where it is shown: fitted and centered. */
export function shownPosition(project: Project, layer: Layer): Position {
  const canvas = canvasSize(project);
  return layer.position ?? positionOf(layerBox(layer, canvas), canvas);
}

/** A position moved by percent of the canvas on both axes; everything else is kept. */
export function movedPosition(position: Position, dx: number, dy: number): Position {
  return {
    ...position,
    x: printPercent(Number.parseFloat(position.x) + dx),
    y: printPercent(Number.parseFloat(position.y) + dy),
  };
}
