import { useSnapshot } from 'valtio';
import { findLayer } from '../../../engine/edit/find.ts';
import { type LayerFields, setLayerFields } from '../../../engine/edit/style.ts';
import type { Layer, LayerOf, LayerType } from '../../../engine/project/layers.ts';
import { change, studio } from '../state/studio.ts';

/** The selected layer, where it is such a one; any unless said. */
export function useLayer<L extends Layer = Layer>(isSuch?: (layer: Layer) => layer is L): L | undefined {
  const { project, selectedLayerId } = useSnapshot(studio);
  const found = selectedLayerId === null ? undefined : findLayer(project, selectedLayerId)?.layer;
  return found && (!isSuch || isSuch(found)) ? (found as L) : undefined;
}

/**
 * Sets fields of a layer. Changes of the same fields that follow each other are one step of undo until it is ended.
 * @param isWhole whether this is a step by itself, as a press of a button.
 */
export function setFields<T extends LayerType>(layer: LayerOf<T>, fields: LayerFields[T], isWhole = false): void {
  const { id } = layer;
  const name = isWhole ? undefined : `${id} ${Object.keys(fields).join(' ')}`;
  change((project) => setLayerFields(project, id, layer.type as T, fields), name);
}
