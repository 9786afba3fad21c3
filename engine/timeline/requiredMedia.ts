import { setsLength } from '../kinds/index.ts';
import type { Layer } from '../project/layers.ts';
import { type MediaReference, mediaReferences } from '../project/media.ts';
import type { Project } from '../project/project.ts';

/** Returns the media references that a render needs. Hidden layers count only if they set the length of their scene. */
export function requiredMedia(project: Project): MediaReference[] {
  return mediaReferences(project).filter((reference) => {
    const layer = layerOf(project, reference);
    return !layer?.isHidden || setsLength(layer);
  });
}

/** Returns the urls of all visible or audible media. */
export function shownMedia(project: Project): ReadonlySet<string> {
  const shown = mediaReferences(project).filter((reference) => !layerOf(project, reference)?.isHidden);
  return new Set(shown.map(({ url }) => url));
}

/** Returns undefined for the audio track and the watermark. */
function layerOf({ scenes }: Project, { path: [first, scene, , layer] }: MediaReference): Layer | undefined {
  return first === 'scenes' ? scenes[scene as number]?.layers[layer as number] : undefined;
}
