import type { PlayedLayer } from '../../../engine/project/layers.ts';
import { mediaSpan } from '../../../engine/timeline/durations.ts';
import { secondsWords } from '../controls/secondsWords.ts';

/** What the way to the trimmer is called: where it is trimmed how long it is, end minus start. */
export function trimLabel(layer: PlayedLayer): string {
  const { start, end } = mediaSpan(layer);
  return layer.isTrimmed ? `Trimmed: ${secondsWords(end - start)}` : 'Trim';
}
