import type { newShapeLayer } from '../../../engine/edit/newLayers.ts';
import { newShapeIn } from '../../../engine/edit/newShape.ts';
import { newId } from '../../../engine/project/id.ts';
import { addAndOpen } from '../state/layers.ts';
import { selectedScene, studio } from '../state/studio.ts';

/** What a shape picker offers. */
export type ShapeChoice = Parameters<typeof newShapeLayer>[0];

/** Adds a shape where the scene has room for it, selects it and opens its route. */
export function addShape(shape: ShapeChoice): void {
  addAndOpen(newShapeIn(studio.project, selectedScene(), shape, newId, Math.random));
}
