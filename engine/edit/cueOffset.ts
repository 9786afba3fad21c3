import type { Layer, SubtitlesLayer } from '../project/layers.ts';
import { toMicroseconds } from '../project/roundTime.ts';
import { retimeCue } from '../timeline/retimeCue.ts';

/**
 * Keeps subtitles at their absolute times when their layer begins later or earlier. @param by seconds, negative:
 * earlier.
 */
export function withCueOffset<L extends Layer>(layer: L, by: number): L {
  return layer.type === 'subtitles' && by !== 0 ? (beginning(layer, by) as Layer as L) : layer;
}

function beginning({ at: before = 0, ...layer }: SubtitlesLayer, by: number): SubtitlesLayer {
  const at = toMicroseconds(before + by);
  if (at > 0) return { ...layer, at };
  const cues = layer.cues.map((cue) => retimeCue(cue, (time) => toMicroseconds(time - at)));
  return at === 0 ? layer : { ...layer, cues };
}
