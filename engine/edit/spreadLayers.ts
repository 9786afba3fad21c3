import type { MakeId } from '../project/id.ts';
import type { Project } from '../project/project.ts';
import { findLayer } from './find.ts';
import { addLayer, removeLayer } from './layers.ts';
import { newScene, pasteScene } from './scenes.ts';

/**
 * Gives each of some layers of one scene a scene of its own: the first stays, the others follow it in their order,
 * on the same ground. Layers that are not there are passed by; none is lost where no scene has room any more.
 */
export function spreadLayers(project: Project, layerIds: readonly string[], makeId: MakeId): Project {
  const found = layerIds.flatMap((id) => findLayer(project, id) ?? []);
  const [first, ...rest] = found;
  if (!first) return project;
  return rest.reduceRight((grown, { layer }) => {
    const ground = { ...newScene(makeId), background: first.scene.background };
    const more = pasteScene(grown, ground, first.scene.id, makeId);
    const added = more.scenes[more.scenes.findIndex(({ id }) => id === first.scene.id) + 1];
    return more === grown || !added ? grown : addLayer(removeLayer(more, layer.id), added.id, layer);
  }, project);
}
