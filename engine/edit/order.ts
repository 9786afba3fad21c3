import { kindOf } from '../kinds/index.ts';
import type { Layer } from '../project/layers.ts';
import type { Project } from '../project/project.ts';
import { findLayer, withScene } from './find.ts';

/** Where a layer stands among those of its scene that are seen. */
export interface LayerOrder {
  /** 1 is the front. */
  position: number;
  total: number;
  canBringForward: boolean;
  canSendBack: boolean;
}

/** The order of a layer, shown as "position of total"; undefined when there is no such layer, or it is a sound. */
export function layerOrder(project: Project, layerId: string): LayerOrder | undefined {
  const found = findLayer(project, layerId);
  if (!found || !isSeen(found.layer)) return undefined;
  const seen = found.scene.layers.filter(isSeen);
  const position = seen.indexOf(found.layer) + 1;
  return { position, total: seen.length, canBringForward: position > 1, canSendBack: position < seen.length };
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
  const seen = found.scene.layers.filter(isSeen);
  const neighbor = seen[seen.indexOf(found.layer) + step];
  if (!neighbor || !isSeen(found.layer)) return project;
  const to = found.scene.layers.indexOf(neighbor);
  return withScene(project, found.scene.id, (scene) => ({
    ...scene,
    layers: scene.layers.with(found.layerIndex, neighbor).with(to, found.layer),
  }));
}

/** A sound stands nowhere: a step past it would change nothing that is seen. */
function isSeen(layer: Layer): boolean {
  return kindOf(layer).isSeen;
}
