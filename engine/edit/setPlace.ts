import { type Box, layerBox } from '../layout/box.ts';
import { canvasSize } from '../layout/canvasSize.ts';
import type { Project } from '../project/project.ts';
import { nudgeLayers } from './arrange.ts';
import { findLayer } from './find.ts';
import { growLayer, rotateLayer } from './reshape.ts';

/**
 * Sets the position, size or rotation of each of several layers, by the rules of moving, resizing and rotating. Locked
 * layers stay.
 * @param change pixels of the canvas, and degrees clockwise; absent values stay.
 */
export function setPlace(project: Project, layerIds: readonly string[], change: Partial<Box>): Project {
  return layerIds.reduce((now, id) => setOne(now, id, change), project);
}

function setOne(project: Project, id: string, { x, y, width, height, rotation }: Partial<Box>): Project {
  const layer = findLayer(project, id)?.layer;
  if (!layer || layer.isLocked) return project;
  const canvas = canvasSize(project);
  const box = layerBox(layer, canvas);
  const across = (to: number | undefined, from: number) => (to === undefined ? 0 : (100 * (to - from)) / canvas.width);
  const down = (to: number | undefined, from: number) => (to === undefined ? 0 : (100 * (to - from)) / canvas.height);
  const edits: ((now: Project) => Project)[] = [
    (now) => (rotation === undefined ? now : rotateLayer(now, id, rotation - box.rotation)),
    (now) => (width === undefined ? now : growLayer(now, id, across(width, box.width), 0)),
    (now) => (height === undefined ? now : growLayer(now, id, 0, down(height, box.height))),
    (now) => (x === undefined && y === undefined ? now : nudgeLayers(now, [id], across(x, box.x), down(y, box.y))),
  ];
  return edits.reduce((now, edit) => edit(now), project);
}
