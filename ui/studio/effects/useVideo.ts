import { useSnapshot } from 'valtio';
import { findLayer } from '../../../engine/edit/find.ts';
import { type LayerFields, setLayerFields } from '../../../engine/edit/style.ts';
import type { VideoLayer } from '../../../engine/project/layers.ts';
import { change, studio } from '../state/studio.ts';

/** The selected video. */
export function useVideo(): VideoLayer | undefined {
  const { project, selectedLayerId } = useSnapshot(studio);
  const found = selectedLayerId === null ? undefined : findLayer(project, selectedLayerId)?.layer;
  return found?.type === 'video' ? found : undefined;
}

/**
 * Sets fields of a video. Changes of the same fields that follow each other are one step of undo until it is ended.
 * @param isWhole whether this is a step by itself, as a press of a button.
 */
export function setVideo(layer: VideoLayer, fields: LayerFields['video'], isWhole = false): void {
  const name = isWhole ? undefined : `${layer.id} ${Object.keys(fields).join(' ')}`;
  change((project) => setLayerFields(project, layer.id, 'video', fields), name);
}
