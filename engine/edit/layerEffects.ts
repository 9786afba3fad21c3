import { isSound } from '../kinds/families.ts';
import { type EffectAmounts, effectNames } from '../project/effectFields.ts';
import type { Layer } from '../project/layers.ts';
import type { Project } from '../project/project.ts';
import { withLayers } from './find.ts';

/** Sets amounts of effects of a visual layer, in percent. Amounts that are 0 or undefined are removed. */
export function setLayerEffects(project: Project, layerId: string, amounts: EffectAmounts): Project {
  return withLayers(project, [layerId], (layer) => {
    if (isSound(layer)) return layer;
    const next = { ...layer, ...amounts };
    const unused: readonly string[] = effectNames.filter((name) => !next[name]);
    return Object.fromEntries(Object.entries(next).filter(([name]) => !unused.includes(name))) as Layer;
  });
}
