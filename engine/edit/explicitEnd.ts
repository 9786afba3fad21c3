import { isPlayed } from '../kinds/families.ts';
import { trimProblems } from '../project/crossFieldProblems.ts';
import type { Layer } from '../project/layers.ts';
import { toMicroseconds } from '../project/roundTime.ts';
import { mediaSpan, playedEnd } from '../timeline/durations.ts';

/**
 * Gives a layer the end that validation needs: a trimmed span under 1 s requires `to` (see trimsOf), so a layer that
 * lost it ends when it has played.
 */
export function withExplicitEnd<L extends Layer>(layer: L): L {
  if (!isPlayed(layer) || layer.to !== undefined || !layer.isTrimmed) return layer;
  const { start, end } = mediaSpan(layer);
  const isShort = trimProblems(start, end, [], layer.type).some(({ code }) => code === 'trim.short');
  return isShort ? { ...layer, to: toMicroseconds(playedEnd(layer)) } : layer;
}
