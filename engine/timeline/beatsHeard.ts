import { spansInVideo } from './clipTimes.ts';
import type { SoundClip } from './soundtrack.ts';
import { thousandths } from './timeSpans.ts';

/**
 * When the beats of files are heard, seconds of the whole video, in order.
 * @param beatsOf seconds of the file of a clip; undefined where they are not known.
 */
export function beatsHeard(
  clips: readonly SoundClip[],
  beatsOf: (clip: SoundClip) => readonly number[] | undefined,
): number[] {
  const heard = clips.flatMap((clip) => {
    const played = (beatsOf(clip) ?? []).filter((at) => at >= clip.mediaStart && at < clip.mediaEnd);
    const moments = played.map((at) => ({ startTime: at, endTime: at }));
    return spansInVideo(clip, moments).filter(
      ({ startTime, endTime }) => startTime === endTime && startTime < clip.end,
    );
  });
  return [...new Set(heard.map(({ startTime }) => thousandths(startTime)))].sort((a, b) => a - b);
}
