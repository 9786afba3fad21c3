import { setsLength } from '../kinds/index.ts';
import type { Layer } from '../project/layers.ts';
import { type MediaReference, mediaReferences } from '../project/media.ts';
import type { Project } from '../project/project.ts';

/** The media references without which a project cannot be rendered: of hidden layers only those that make a scene as long as they play. */
export function neededMedia(project: Project): MediaReference[] {
  return mediaReferences(project).filter((reference) => {
    const layer = layerOf(project, reference);
    return !layer?.isHidden || setsLength(layer);
  });
}

/** The urls of all media that are seen or heard. */
export function shownMedia(project: Project): ReadonlySet<string> {
  const shown = mediaReferences(project).filter((reference) => !layerOf(project, reference)?.isHidden);
  return new Set(shown.map(({ url }) => url));
}

/** Undefined for the audio track and the watermark. */
function layerOf({ scenes }: Project, { path: [first, scene, , layer] }: MediaReference): Layer | undefined {
  return first === 'scenes' ? scenes[scene as number]?.layers[layer as number] : undefined;
}
