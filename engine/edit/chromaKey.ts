import { isPicture } from '../kinds/families.ts';
import { type ChromaKey, chromaKey } from '../project/chromaKey.ts';
import type { Project } from '../project/project.ts';
import { merge, withLayer } from './find.ts';

/** Default chroma key. */
export const defaultChromaKey: ChromaKey = chromaKey.parse({}, { jitless: true });

/**
 * Sets the chroma key of an image or video. Numbers are clamped to their ranges; an invalid color is ignored.
 * @param change changes to the current key, or to the default. undefined: removes the key.
 */
export function setChromaKey(project: Project, layerId: string, change: Partial<ChromaKey> | undefined): Project {
  return withLayer(project, layerId, (layer) => {
    if (!isPicture(layer)) return layer;
    const { chromaKey: before, ...solid } = layer;
    if (!change) return before ? solid : layer;
    const { similarity, smoothness, spill } = { ...defaultChromaKey, ...before, ...change };
    const numbers = {
      similarity: between(0.01, similarity),
      smoothness: between(0, smoothness),
      spill: between(0, spill),
    };
    const color = chromaKey.shape.color.safeParse(change.color, { jitless: true });
    const named = change.color !== undefined && color.success ? { color: color.data } : {};
    if (Object.values(numbers).some(Number.isNaN)) return layer;
    const after = merge<ChromaKey>(before ?? defaultChromaKey, { ...numbers, ...named });
    return after === before ? layer : { ...layer, chromaKey: after };
  });
}

function between(least: number, value: number): number {
  return Math.min(1, Math.max(least, value));
}
