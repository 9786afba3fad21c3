import { findLayer } from '../../../engine/edit/find.ts';
import { newSubtitlesLayer } from '../../../engine/edit/layerCues.ts';
import { addLayer } from '../../../engine/edit/layers.ts';
import { noRoomForLayers } from '../../../engine/edit/room.ts';
import { newId } from '../../../engine/project/id.ts';
import type { Cue } from '../../../engine/project/subtitles.ts';
import type { LayerSpan } from '../../../engine/timeline/spans.ts';
import { showError } from '../../client/page/notices.ts';
import { changeCues, spanOf, subtitlesIn } from './layerHost.ts';
import { change, selectedScene, selectLayer, studio } from './studio.ts';

type Edit = (cues: readonly Cue[], own: LayerSpan) => readonly Cue[];

/**
 * Changes the cues of a scene in one undo step. Adds a subtitle layer if there is none, and selects it if its scene is
 * selected.
 * @param edit receives the cues and the span of their layer.
 * @returns the layer's id; undefined if the scene is gone or full.
 */
export function changeSceneCues(sceneId: string, edit: Edit = (cues) => cues): string | undefined {
  const scene = studio.project.scenes.find(({ id }) => id === sceneId);
  if (!scene) return undefined;
  const found = subtitlesIn(studio.project, scene, studio.selectedLayerId);
  const own = found && spanOf(studio.project, found.id);
  if (found && own) {
    changeCues(found.id, (cues) => edit(cues, own));
    return found.id;
  }
  return addSubtitles(sceneId, edit);
}

/** Adds a subtitle layer at the front of a scene. */
function addSubtitles(sceneId: string, edit: Edit): string | undefined {
  const layer = newSubtitlesLayer(studio.project, newId);
  change((project) => {
    const added = addLayer(project, sceneId, layer);
    const span = spanOf(added, layer.id);
    return span ? addLayer(project, sceneId, { ...layer, cues: [...edit(layer.cues, span)] }) : project;
  });
  if (!findLayer(studio.project, layer.id)) {
    showError(noRoomForLayers(studio.project));
    return undefined;
  }
  studio.showCanvas = true;
  if (selectedScene().id === sceneId) selectLayer(layer.id);
  return layer.id;
}
