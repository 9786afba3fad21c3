import { isPicture } from '../kinds/families.ts';
import { type ChromaKey, chromaKey } from '../project/chromaKey.ts';
import type { Project } from '../project/project.ts';
import { merge, withLayer } from './find.ts';

/** A chroma key as it is unless it is said. */
export const usualKey: ChromaKey = chromaKey.parse({}, { jitless: true });

/**
 * Clears the pixels of a picture or video that are like one color. Numbers beyond their limits count as the nearest; a color
 * that is none is left out.
 * @param wanted what is to be otherwise than now, or than usual. undefined: nothing is cleared any more.
 */
export function setChromaKey(project: Project, layerId: string, wanted: Partial<ChromaKey> | undefined): Project {
  return withLayer(project, layerId, (layer) => {
    if (!isPicture(layer)) return layer;
    const { chromaKey: before, ...solid } = layer;
    if (!wanted) return before ? solid : layer;
    const { similarity, smoothness, spill } = { ...usualKey, ...before, ...wanted };
    const numbers = {
      similarity: between(0.01, similarity),
      smoothness: between(0, smoothness),
      spill: between(0, spill),
    };
    const color = chromaKey.shape.color.safeParse(wanted.color, { jitless: true });
    const named = wanted.color !== undefined && color.success ? { color: color.data } : {};
    if (Object.values(numbers).some(Number.isNaN)) return layer;
    const after = merge<ChromaKey>(before ?? usualKey, { ...numbers, ...named });
    return after === before ? layer : { ...layer, chromaKey: after };
  });
}

function between(least: number, value: number): number {
  return Math.min(1, Math.max(least, value));
}
