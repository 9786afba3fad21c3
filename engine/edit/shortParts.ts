import { isPlayed } from '../kinds/families.ts';
import { trimProblems } from '../project/cross.ts';
import type { Layer } from '../project/layers.ts';
import { toMicroseconds } from '../project/toMicroseconds.ts';
import { mediaSpan, playedEnd } from '../timeline/durations.ts';

/**
 * A layer as it can be stored and opened again: a part of a file under 1 s must say when it ends (see trimsOf), so one that
 * does not say so, as after its own end was taken away, ends when it has played.
 */
export function withToldEnd<L extends Layer>(layer: L): L {
  if (!isPlayed(layer) || layer.to !== undefined || !layer.isTrimmed) return layer;
  const { start, end } = mediaSpan(layer);
  const isShort = trimProblems(start, end, [], layer.type).some(({ code }) => code === 'trim.short');
  return isShort ? { ...layer, to: toMicroseconds(playedEnd(layer)) } : layer;
}
