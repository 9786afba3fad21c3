import type { PlayedLayer } from '../../../engine/project/layers.ts';
import { mediaSpan } from '../../../engine/timeline/durations.ts';
import { secondsWords } from '../controls/secondsWords.ts';

/** Label of the trim button: the duration (end minus start) if trimmed. */
export function trimLabel(layer: PlayedLayer): string {
  const { start, end } = mediaSpan(layer);
  return layer.isTrimmed ? `Trimmed: ${secondsWords(end - start)}` : 'Trim';
}
