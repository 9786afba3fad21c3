import { useMemo } from 'react';
import { useSnapshot } from 'valtio';
import { onStage, type ShownLayer, shownLayers } from '../../../engine/browser/gestures/stageLayers.ts';
import { isPlacedByKeyframes } from '../../../engine/edit/editAt.ts';
import type { Box, Size } from '../../../engine/layout/box.ts';
import { canvasSize } from '../../../engine/layout/canvasSize.ts';
import type { Layer } from '../../../engine/project/layers.ts';
import { momentOf } from '../state/keyframes.ts';
import { live } from '../state/liveStage.ts';
import { playhead } from '../state/playback.ts';
import { layersIn, sceneOf, studio } from '../state/studio.ts';

/** Content of the stage. */
export interface StageContent {
  /** Pixels. */
  canvas: Size;
  /** Front to back, with the boxes of a running gesture applied. */
  layers: ShownLayer[];
  background: string;
  /** The layer selected alone. */
  selected: ShownLayer | undefined;
  /** The layers selected together. */
  several: readonly ShownLayer[];
}

const none: readonly ShownLayer[] = [];

function movedTo(shown: ShownLayer, box: Box | undefined): ShownLayer {
  return box ? { ...shown, box } : shown;
}

/** The visible layers of the whole project and the selected scene with their current boxes. */
export function useShownLayers(): StageContent {
  const { project, selectedSceneId, selectedLayerId, severalIds } = useSnapshot(studio);
  const { boxes, fileBoxes } = useSnapshot(live);
  const shown = useSnapshot(playhead);
  const { seen } = shown;
  const scene = sceneOf(project, selectedSceneId);
  const all = useMemo(() => layersIn(project, selectedSceneId), [project, selectedSceneId]);
  // Follows the time only if keyframes move a layer.
  const time = all.some(isPlacedByKeyframes) ? shown.time : undefined;
  const { width, height } = canvasSize(project);
  const resting = useMemo(() => {
    const selectedIds = selectedLayerId === null ? severalIds : [selectedLayerId];
    const moment = (layer: Layer) => momentOf(layer, time);
    return shownLayers(onStage(all, seen, selectedIds), { width, height }, fileBoxes, moment);
  }, [all, seen, selectedLayerId, severalIds, width, height, fileBoxes, time]);
  const layers = boxes.size > 0 ? resting.map((one) => movedTo(one, boxes.get(one.id))) : resting;
  const selected = layers.find(({ id }) => id === selectedLayerId);
  const several = severalIds.length > 0 ? layers.filter(({ id }) => severalIds.includes(id)) : none;
  return { canvas: { width, height }, layers, background: scene.background, selected, several };
}
