import { spansInVideo } from './clipTimes.ts';
import type { SoundClip } from './soundtrack.ts';
import { thousandths } from './timeSpans.ts';

/**
 * Returns the audible beats of clips in seconds of the whole video, in order.
 * @param beatsOf beats of a file in seconds; undefined if unknown.
 */
export function beatsHeard(
  clips: readonly SoundClip[],
  beatsOf: (url: string) => readonly number[] | undefined,
): number[] {
  const heard = clips.flatMap((clip) => {
    const played = (beatsOf(clip.url) ?? []).filter((at) => at >= clip.mediaStart && at < clip.mediaEnd);
    const moments = played.map((at) => ({ startTime: at, endTime: at }));
    return spansInVideo(clip, moments).filter(
      ({ startTime, endTime }) => startTime === endTime && startTime < clip.end,
    );
  });
  return [...new Set(heard.map(({ startTime }) => thousandths(startTime)))].sort((a, b) => a - b);
}
