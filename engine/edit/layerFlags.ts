import { allLayers } from '../project/allLayers.ts';
import type { Layer } from '../project/layers.ts';
import type { Project } from '../project/project.ts';
import { withLayer, withLayers } from './find.ts';
import { truncateName } from './truncateName.ts';

/** Renames a layer; trims spaces; an empty name removes it. Cut to 200 characters between graphemes. */
export function renameLayer(project: Project, layerId: string, name: string): Project {
  const trimmed = truncateName(name.trim()).trimEnd();
  return withLayer(project, layerId, (layer) => {
    if ((layer.name ?? '') === trimmed) return layer;
    const { name: _, ...unnamed } = layer;
    return trimmed === '' ? unnamed : { ...layer, name: trimmed };
  });
}

/** Locks or unlocks layers. */
export function lockLayers(project: Project, layerIds: readonly string[], isLocked: boolean): Project {
  return mark(project, layerIds, 'isLocked', isLocked);
}

/** Hides layers, both video and audio, or shows them again. */
export function hideLayers(project: Project, layerIds: readonly string[], isHidden: boolean): Project {
  return mark(project, layerIds, 'isHidden', isHidden);
}

/** Mutes or unmutes layers; ignores those without audio of their own. */
export function muteLayers(project: Project, layerIds: readonly string[], isMuted: boolean): Project {
  return withLayers(project, layerIds, (layer) =>
    'isMuted' in layer && layer.isMuted !== isMuted ? { ...layer, isMuted } : layer,
  );
}

/** Mutes everything but some layers: all others, and the audio track. */
export function soloLayers(project: Project, layerIds: readonly string[]): Project {
  const kept = new Set(layerIds);
  const others = allLayers(project).flatMap(({ id }) => (kept.has(id) ? [] : [id]));
  const muted = muteLayers(muteLayers(project, others, true), layerIds, false);
  return muted.audio && !muted.audio.isMuted ? { ...muted, audio: { ...muted.audio, isMuted: true } } : muted;
}

/** Unmutes everything: all layers, and the audio track. */
export function unmuteAll(project: Project): Project {
  const ids = allLayers(project).map(({ id }) => id);
  const heard = muteLayers(project, ids, false);
  return heard.audio?.isMuted ? { ...heard, audio: { ...heard.audio, isMuted: false } } : heard;
}

function mark(project: Project, layerIds: readonly string[], field: 'isLocked' | 'isHidden', is: boolean): Project {
  return withLayers(project, layerIds, (layer): Layer => {
    if ((layer[field] ?? false) === is) return layer;
    const { [field]: _, ...plain } = layer;
    return is ? { ...layer, [field]: true } : (plain as Layer);
  });
}
