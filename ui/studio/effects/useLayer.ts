import { useSnapshot } from 'valtio';
import { findLayer } from '../../../engine/edit/find.ts';
import { type LayerFields, setLayerFields } from '../../../engine/edit/style.ts';
import type { Layer, LayerOf, LayerType } from '../../../engine/project/layers.ts';
import { change, studio } from '../state/studio.ts';

/** The selected layer if it passes the type guard; any layer without a guard. */
export function useLayer<L extends Layer = Layer>(isSuch?: (layer: Layer) => layer is L): L | undefined {
  const { project, selectedLayerId } = useSnapshot(studio);
  const found = selectedLayerId === null ? undefined : findLayer(project, selectedLayerId)?.layer;
  return found && (!isSuch || isSuch(found)) ? (found as L) : undefined;
}

/**
 * Sets fields of a layer. Consecutive changes of the same fields are one undo step until it is closed.
 * @param isWhole whether this is its own undo step, as for a button.
 */
export function setFields<T extends LayerType>(layer: LayerOf<T>, fields: LayerFields[T], isWhole = false): void {
  const { id } = layer;
  const name = isWhole ? undefined : `${id} ${Object.keys(fields).join(' ')}`;
  change((project) => setLayerFields(project, id, layer.type as T, fields), name);
}
