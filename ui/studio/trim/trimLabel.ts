import type { VideoLayer } from '../../../engine/project/layers.ts';
import { mediaSpan } from '../../../engine/timeline/durations.ts';
import { secondsWords } from '../controls/secondsWords.ts';

/** Whether a video can be trimmed: a converted GIF cannot (studio spec §2). */
export function isTrimOffered({ converted_gif }: VideoLayer): boolean {
  return !converted_gif;
}

/** What the way to the trimmer is called: for a trimmed video how long it is, end minus start (studio spec §2). */
export function trimLabel(layer: VideoLayer): string {
  const { start, end } = mediaSpan(layer);
  return layer.isTrimmed ? `Trimmed: ${secondsWords(end - start)}` : 'Trim';
}
