import { useMemo } from 'react';
import { useSnapshot } from 'valtio';
import type { Size } from '../../../engine/layout/box.ts';
import { canvasSize } from '../../../engine/layout/canvasSize.ts';
import { playhead } from '../state/playback.ts';
import { sceneOf, studio } from '../state/studio.ts';
import { live } from './live.ts';
import { onStage, type ShownLayer, shownLayers } from './stageLayers.ts';

/** What the stage shows. */
export interface StageContent {
  /** Pixels. */
  canvas: Size;
  /** Front to back; the one that a gesture holds stands where the gesture has it. */
  layers: ShownLayer[];
  background: string;
  selected: ShownLayer | undefined;
}

/** The layers of the selected scene that are seen, with their places, as they are right now. */
export function useShownLayers(): StageContent {
  const { project, selectedSceneId, selectedLayerId } = useSnapshot(studio);
  const { layerId, box, fileBoxes } = useSnapshot(live);
  const { seen } = useSnapshot(playhead);
  const scene = sceneOf(project, selectedSceneId);
  const { width, height } = canvasSize(project);
  const resting = useMemo(
    () => shownLayers(onStage(scene.layers, seen, selectedLayerId), { width, height }, fileBoxes),
    [scene, seen, selectedLayerId, width, height, fileBoxes],
  );
  const layers = box ? resting.map((one) => (one.id === layerId ? { ...one, box } : one)) : resting;
  const selected = layers.find(({ id }) => id === selectedLayerId);
  return { canvas: { width, height }, layers, background: scene.background, selected };
}
