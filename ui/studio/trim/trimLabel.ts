import type { VideoLayer } from '../../../engine/project/layers.ts';
import { videoSpan } from '../../../engine/timeline/durations.ts';

/** Whether a video can be trimmed: a converted GIF cannot (studio spec §2). */
export function isTrimOffered({ converted_gif }: VideoLayer): boolean {
  return !converted_gif;
}

/** How long a trimmed video is: end minus start, seconds in hundredths; undefined for one that is not trimmed. */
export function trimmedSeconds(layer: VideoLayer): number | undefined {
  if (!layer.isTrimmed) return undefined;
  const { start, end } = videoSpan(layer);
  return Math.round((end - start) * 100) / 100;
}
