import { useSnapshot } from 'valtio';
import { findLayer } from '../../../engine/edit/find.ts';
import { type LayerFields, setLayerFields } from '../../../engine/edit/style.ts';
import type { Layer, LayerType } from '../../../engine/project/layers.ts';
import { change, studio } from '../state/studio.ts';

/** A layer of one of some types. */
export type LayerOf<T extends LayerType> = Extract<Layer, { type: T }>;

/** The selected layer, where it is of one of these types; of any unless given. */
export function useLayer<T extends LayerType = LayerType>(...types: T[]): LayerOf<T> | undefined {
  const { project, selectedLayerId } = useSnapshot(studio);
  const found = selectedLayerId === null ? undefined : findLayer(project, selectedLayerId)?.layer;
  const isWanted = found && (types.length === 0 || types.some((type) => type === found.type));
  return isWanted ? (found as LayerOf<T>) : undefined;
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
