import { newShapeLayer } from '../../../engine/edit/newLayers.ts';
import { newId } from '../../../engine/project/id.ts';
import { addAndOpen } from '../state/layers.ts';
import { selectedScene } from '../state/studio.ts';

/** A choice of the shape picker. */
export type ShapeChoice = Parameters<typeof newShapeLayer>[0];

/** Adds a shape, selects it and opens its route. */
export function addShape(shape: ShapeChoice): void {
  addAndOpen(newShapeLayer(shape, selectedScene().background, newId, Math.random));
}
