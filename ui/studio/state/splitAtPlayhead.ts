import { findLayer } from '../../../engine/edit/find.ts';
import { splitLayer, trimLayerTime } from '../../../engine/edit/layerTime.ts';
import { rippleTrim } from '../../../engine/edit/rippleTrim.ts';
import { splitScene } from '../../../engine/edit/splitScene.ts';
import { newId } from '../../../engine/project/id.ts';
import { layerTime } from '../../../engine/timeline/durations.ts';
import { showError } from '../../client/page/notices.ts';
import { openAdded } from './addLayers.ts';
import { shownTime } from './playback.ts';
import { chooseScene } from './scenes.ts';
import { change, startOf, studio } from './studio.ts';
import { timelineModes } from './timelineModes.ts';

/** Splits a layer at the playhead and selects the second part. Shows an error if that is impossible. */
export function splitAtPlayhead(layerId: string): void {
  const found = findLayer(studio.project, layerId);
  if (!found) return;
  const ids: string[] = [];
  const makeId = () => {
    ids.push(newId());
    return ids.at(-1) as string;
  };
  const split = splitLayer(studio.project, layerId, shownTime() - startOf(found.scene.id), makeId);
  if (split.ok) {
    change(() => split.value);
    openAdded(ids.slice(0, 1));
  } else showError(split.problems[0]?.message);
}

/** Splits a scene at the playhead and selects the second. Shows an error if that is impossible. */
export function splitSceneAtPlayhead(sceneId: string): void {
  const split = splitScene(studio.project, sceneId, shownTime() - startOf(sceneId), newId);
  if (!split.ok) {
    showError(split.problems[0]?.message);
    return;
  }
  change(() => split.value);
  const index = split.value.scenes.findIndex(({ id }) => id === sceneId);
  const second = split.value.scenes[index + 1];
  if (second) chooseScene(second.id);
}

/** Whether an end of a layer can move to the playhead: into the layer, or away from it. */
export function canTrimToPlayhead(layerId: string, edge: 'start' | 'end'): boolean {
  const found = findLayer(studio.project, layerId);
  if (!found) return false;
  const { from, to } = layerTime(studio.project, found);
  const at = shownTime() - startOf(found.scene.id);
  return edge === 'start' ? at < to && at !== from : at > from && at !== to;
}

/**
 * Trims a layer so that it starts, or ends, at the playhead, as far as its file reaches; with ripple, what follows moves.
 * A locked layer stays.
 */
export function trimToPlayhead(layerId: string, edge: 'start' | 'end'): void {
  const found = findLayer(studio.project, layerId);
  if (!found || found.layer.isLocked) return;
  const at = shownTime() - startOf(found.scene.id);
  const trim = timelineModes.isRippling ? rippleTrim : trimLayerTime;
  change((project) => trim(project, layerId, edge, at));
}
