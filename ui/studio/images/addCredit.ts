import { addLayer } from '../../../engine/edit/layers.ts';
import { newTextLayer } from '../../../engine/edit/newLayers.ts';
import { newId } from '../../../engine/project/id.ts';
import type { TextLayer } from '../../../engine/project/layers.ts';
import { openAdded } from '../state/addLayers.ts';
import { change, selectedScene } from '../state/studio.ts';

/** Adds a small image credit at the bottom of the scene as a text layer, and opens it. */
export function addCredit(credit: string): void {
  const position = { x: '2%', y: '94%', width: '96%', height: '4%', rotation: 0 };
  const layer: TextLayer = { ...newTextLayer(newId), text: credit, position };
  change((project) => addLayer(project, selectedScene().id, layer));
  openAdded([layer.id]);
}
