import { kindOf } from '../kinds/index.ts';
import type { Layer } from '../project/layers.ts';
import type { Project } from '../project/project.ts';
import { findLayer, withScene } from './find.ts';

/** Position of a layer among the visible layers of its scene. */
export interface LayerOrder {
  /** 1 is the front. */
  position: number;
  total: number;
  canBringForward: boolean;
  canSendBack: boolean;
}

/** Returns the order of a layer, for "position of total"; undefined for an unknown layer or audio. */
export function layerOrder(project: Project, layerId: string): LayerOrder | undefined {
  const found = findLayer(project, layerId);
  if (!found || !isSeen(found.layer)) return undefined;
  const seen = found.scene.layers.filter(isSeen);
  const position = seen.indexOf(found.layer) + 1;
  return { position, total: seen.length, canBringForward: position > 1, canSendBack: position < seen.length };
}

/** Moves a layer one step to the front; does nothing at the front. */
export function bringForward(project: Project, layerId: string): Project {
  return moveBy(project, layerId, -1);
}

/** Moves a layer one step to the back; does nothing at the back. */
export function sendBack(project: Project, layerId: string): Project {
  return moveBy(project, layerId, 1);
}

function moveBy(project: Project, layerId: string, step: 1 | -1): Project {
  const found = findLayer(project, layerId);
  if (!found) return project;
  const seen = found.scene.layers.filter(isSeen);
  const neighbor = seen[seen.indexOf(found.layer) + step];
  if (!neighbor || !isSeen(found.layer)) return project;
  const to = found.scene.layers.indexOf(neighbor);
  return withScene(project, found.scene.id, (scene) => ({
    ...scene,
    layers: scene.layers.with(found.layerIndex, neighbor).with(to, found.layer),
  }));
}

/** Audio layers have no visible order, so they are skipped. */
function isSeen(layer: Layer): boolean {
  return kindOf(layer).isSeen;
}
