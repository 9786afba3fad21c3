import { toMilliseconds } from '../project/roundTime.ts';
import { spansInVideo } from './clipTimes.ts';
import type { AudioClip } from './soundtrack.ts';

/**
 * Returns the audible beats of clips in seconds of the whole video, in order.
 * @param beatsOf beats of a file in seconds; undefined if unknown.
 */
export function audibleBeats(
  clips: readonly AudioClip[],
  beatsOf: (clip: AudioClip) => readonly number[] | undefined,
): number[] {
  const audible = clips.flatMap((clip) => {
    const played = (beatsOf(clip) ?? []).filter((at) => at >= clip.mediaStart && at < clip.mediaEnd);
    const moments = played.map((at) => ({ startTime: at, endTime: at }));
    return spansInVideo(clip, moments).filter(
      ({ startTime, endTime }) => startTime === endTime && startTime < clip.end,
    );
  });
  return [...new Set(audible.map(({ startTime }) => toMilliseconds(startTime)))].sort((a, b) => a - b);
}
