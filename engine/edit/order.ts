import type { Project } from '../project/project.ts';
import { findLayer, withScene } from './find.ts';

/** Where a layer stands among those of its scene. */
export interface LayerOrder {
  /** 1 is the front. */
  position: number;
  total: number;
  canBringForward: boolean;
  canSendBack: boolean;
}

/** The order of a layer, shown as "position of total"; undefined when there is no such layer. */
export function layerOrder(project: Project, layerId: string): LayerOrder | undefined {
  const found = findLayer(project, layerId);
  if (!found) return undefined;
  const total = found.scene.layers.length;
  return {
    position: found.layerIndex + 1,
    total,
    canBringForward: found.layerIndex > 0,
    canSendBack: found.layerIndex < total - 1,
  };
}

/** Moves a layer one step to the front; nothing at the front. */
export function bringForward(project: Project, layerId: string): Project {
  return moveBy(project, layerId, -1);
}

/** Moves a layer one step to the back; nothing at the back. */
export function sendBack(project: Project, layerId: string): Project {
  return moveBy(project, layerId, 1);
}

function moveBy(project: Project, layerId: string, step: 1 | -1): Project {
  const found = findLayer(project, layerId);
  if (!found) return project;
  const to = found.layerIndex + step;
  if (to < 0 || to >= found.scene.layers.length) return project;
  return withScene(project, found.scene.id, (scene) => ({
    ...scene,
    layers: scene.layers.toSpliced(found.layerIndex, 1).toSpliced(to, 0, found.layer),
  }));
}
