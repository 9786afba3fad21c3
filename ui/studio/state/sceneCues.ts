import { findLayer } from '../../../engine/edit/find.ts';
import { changeLayerCues, newSubtitlesLayer } from '../../../engine/edit/layerCues.ts';
import { addLayer } from '../../../engine/edit/layers.ts';
import { noRoomForLayers } from '../../../engine/edit/room.ts';
import { OVERLAY_ID } from '../../../engine/project/allLayers.ts';
import { newId } from '../../../engine/project/id.ts';
import { toMilliseconds } from '../../../engine/project/roundTime.ts';
import type { Cue } from '../../../engine/project/subtitles.ts';
import { sceneStart } from '../../../engine/timeline/durations.ts';
import { retimeCue } from '../../../engine/timeline/retimeCue.ts';
import type { LayerSpan } from '../../../engine/timeline/spans.ts';
import { showError } from '../../client/page/notices.ts';
import { spanOf, subtitlesIn } from './layerHost.ts';
import { change, selectedScene, selectLayer, studio } from './studio.ts';

type Edit = (cues: readonly Cue[], own: LayerSpan) => readonly Cue[];

/**
 * Changes the cues at a scene in one undo step: of the subtitle layer to edit there, see `subtitlesIn`. Without one, adds
 * a layer and selects it if its scene is selected: in a project with several scenes, a layer of the whole project.
 * @param edit receives the cues and the span of their layer.
 * @returns the layer's id; undefined if the scene is gone or full.
 */
export function changeSceneCues(sceneId: string, edit: Edit = (cues) => cues): string | undefined {
  const scene = studio.project.scenes.find(({ id }) => id === sceneId);
  if (!scene) return undefined;
  const found = subtitlesIn(studio.project, scene, studio.selectedLayerId);
  const own = found && spanOf(studio.project, found.id);
  if (found && own) {
    change((project) => changeLayerCues(project, found.id, (cues) => edit(cues, own)));
    return found.id;
  }
  return addSubtitles(sceneId, edit);
}

/** Changes the cues of the whole project in one undo step: the same, whatever scene is selected. */
export function changeProjectCues(edit: Edit): string | undefined {
  const layers = studio.project.layers?.filter(({ type }) => type === 'subtitles') ?? [];
  const found = layers.find(({ id }) => id === studio.selectedLayerId) ?? layers[0];
  const own = found && spanOf(studio.project, found.id);
  if (!found || !own) return addSubtitles(selectedScene().id, edit, true);
  change((project) => changeLayerCues(project, found.id, (cues) => edit(cues, own)));
  return found.id;
}

/** Adds a subtitle layer at the front of a scene, or of the whole project. Its empty cue begins with the scene. */
function addSubtitles(sceneId: string, edit: Edit, isWhole = studio.project.scenes.length > 1): string | undefined {
  const layer = newSubtitlesLayer(studio.project, newId);
  change((project) => {
    const place = isWhole ? OVERLAY_ID : sceneId;
    const start = isWhole ? toMilliseconds(sceneStart(project, sceneId)) : 0;
    const empty = layer.cues.map((cue) => retimeCue(cue, (time) => time + start));
    const span = spanOf(addLayer(project, place, layer), layer.id);
    return span ? addLayer(project, place, { ...layer, cues: [...edit(empty, span)] }) : project;
  });
  if (!findLayer(studio.project, layer.id)) {
    showError(noRoomForLayers(studio.project));
    return undefined;
  }
  studio.showCanvas = true;
  if (selectedScene().id === sceneId) selectLayer(layer.id);
  return layer.id;
}
