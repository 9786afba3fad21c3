import { setsLength } from '../kinds/index.ts';
import type { Layer } from '../project/layers.ts';
import { type MediaReference, mediaReferences } from '../project/media.ts';
import type { Project } from '../project/project.ts';

/** Returns the media references that a render needs. Hidden layers count only if they set the length of their scene. */
export function requiredMedia(project: Project): MediaReference[] {
  return mediaReferences(project).filter((reference) => {
    const layer = layerOf(project, reference);
    return !layer?.isHidden || (reference.path[0] === 'scenes' && setsLength(layer));
  });
}

/** Returns the urls of all visible or audible media. */
export function shownMedia(project: Project): ReadonlySet<string> {
  const shown = mediaReferences(project).filter((reference) => !layerOf(project, reference)?.isHidden);
  return new Set(shown.map(({ url }) => url));
}

/** Returns undefined for the audio track and the watermark. */
function layerOf({ scenes, layers }: Project, { path: [first, index, , layer] }: MediaReference): Layer | undefined {
  if (first === 'layers') return layers?.[index as number];
  return first === 'scenes' ? scenes[index as number]?.layers[layer as number] : undefined;
}
