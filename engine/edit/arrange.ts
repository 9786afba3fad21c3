import { kindOf } from '../kinds/index.ts';
import { layerBox } from '../layout/box.ts';
import { canvasSize } from '../layout/canvasSize.ts';
import type { Rect } from '../layout/fit.ts';
import { boundsAround, union } from '../layout/rect.ts';
import type { Layer } from '../project/layers.ts';
import type { Project } from '../project/project.ts';
import { layersOf, withLayers } from './find.ts';
import { unitsOf } from './group.ts';
import { clampToStage } from './layers.ts';
import { movedPosition, shownPosition } from './percent.ts';

/** Alignments of layers: edges or center, horizontally or vertically. */
export const alignments = ['left', 'center', 'right', 'top', 'middle', 'bottom'] as const;

/** An alignment. */
export type Alignment = (typeof alignments)[number];

/** Reference of an alignment: the canvas, or the box around all aligned layers. */
export type AlignTo = 'canvas' | 'each other';

/**
 * Aligns layers by their upright bounding boxes. A group moves as one, unless it is the only thing to align to each
 * other. Locked layers stay but count for the reference.
 */
export function alignLayers(project: Project, layerIds: readonly string[], how: Alignment, to: AlignTo): Project {
  const canvas = canvasSize(project);
  const units = measured(project, layerIds, to === 'each other');
  const [first, ...rest] = units.map(({ bounds }) => bounds);
  if (!first) return project;
  const around = to === 'canvas' ? { x: 0, y: 0, ...canvas } : rest.reduce(union, first);
  return moveUnits(
    project,
    units.map(({ layers, bounds }) => ({ layers, ...wayTo(how, bounds, around) })),
  );
}

/**
 * Distributes layers with equal gaps along an axis; the outer ones stay. Groups count as one. Does nothing for fewer
 * than three.
 */
export function distributeLayers(project: Project, layerIds: readonly string[], axis: 'x' | 'y'): Project {
  const length = axis === 'x' ? 'width' : 'height';
  const units = measured(project, layerIds, true).toSorted(
    (a, b) => a.bounds[axis] + a.bounds[length] / 2 - (b.bounds[axis] + b.bounds[length] / 2),
  );
  const [first, last] = [units[0], units.at(-1)];
  if (units.length < 3 || !first || !last) return project;
  const inside = units.slice(1, -1).reduce((sum, { bounds }) => sum + bounds[length], 0);
  const start = first.bounds[axis] + first.bounds[length];
  const gap = (last.bounds[axis] - start - inside) / (units.length - 1);
  let at = start;
  const moves = units.slice(1, -1).map(({ layers, bounds }) => {
    const way = { x: 0, y: 0, [axis]: at + gap - bounds[axis] };
    at += gap + bounds[length];
    return { layers, ...way };
  });
  return moveUnits(project, moves);
}

/**
 * Moves layers together by percent of the canvas, as the arrow keys do. Each stays between −20 % and 120 % of the
 * stage, so the one nearest to a limit bounds the move. Locked layers stay.
 */
export function nudgeLayers(project: Project, layerIds: readonly string[], dx: number, dy: number): Project {
  const places = layersOf(project, layerIds)
    .filter(isFree)
    .map((layer) => shownPosition(project, layer));
  const least = (by: number, axis: 'x' | 'y') =>
    places
      .map((position) => clampToStage(Number.parseFloat(position[axis]), by))
      .reduce((a, b) => (Math.abs(b) < Math.abs(a) ? b : a), by);
  const [x, y] = [least(dx, 'x'), least(dy, 'y')];
  if (places.length === 0 || (x === 0 && y === 0)) return project;
  return withLayers(project, layerIds, (layer) =>
    isFree(layer) ? { ...layer, position: movedPosition(shownPosition(project, layer), x, y) } : layer,
  );
}

/** Returns whether a layer can be moved on the canvas. */
function isFree(layer: Layer): boolean {
  return !layer.isLocked && kindOf(layer).isSeen;
}

interface Unit {
  layers: readonly Layer[];
  bounds: Rect;
}

/**
 * Returns layers and groups with their upright bounding boxes. @param splitsOnly whether a single group is split into
 * its layers.
 */
function measured(project: Project, layerIds: readonly string[], splitsOnly: boolean): Unit[] {
  const canvas = canvasSize(project);
  const layers = layersOf(project, layerIds).filter((layer) => kindOf(layer).isSeen);
  const units = unitsOf(layers);
  const parts = splitsOnly && units.length === 1 ? layers.map((layer) => [layer]) : units;
  return parts.map((unit) => ({ layers: unit, bounds: boundsAround(unit.map((layer) => layerBox(layer, canvas))) }));
}

function wayTo(how: Alignment, bounds: Rect, around: Rect): { x: number; y: number } {
  const share = { left: 0, center: 0.5, right: 1, top: 0, middle: 0.5, bottom: 1 }[how];
  const isAcross = how === 'left' || how === 'center' || how === 'right';
  return isAcross
    ? { x: around.x - bounds.x + share * (around.width - bounds.width), y: 0 }
    : { x: 0, y: around.y - bounds.y + share * (around.height - bounds.height) };
}

/** @param moves distances in pixels of the canvas. */
function moveUnits(project: Project, moves: readonly { layers: readonly Layer[]; x: number; y: number }[]): Project {
  const canvas = canvasSize(project);
  const ways = new Map(moves.flatMap(({ layers, x, y }) => layers.map(({ id }) => [id, { x, y }] as const)));
  return withLayers(project, [...ways.keys()], (layer) => {
    const { x, y } = ways.get(layer.id) as { x: number; y: number };
    // A shorter move is only rounding error.
    if (!isFree(layer) || Math.hypot(x, y) < 1e-3) return layer;
    const by = [(100 * x) / canvas.width, (100 * y) / canvas.height] as const;
    return { ...layer, position: movedPosition(shownPosition(project, layer), ...by) };
  });
}
