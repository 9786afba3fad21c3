import { freezePlace, latenessOf, TIME_ROUNDING } from './mediaTime.ts';
import type { LayerSpan } from './spans.ts';

/**
 * Returns the moment at which a layer begins to show the frame some frames away from its current one, in seconds of the
 * whole video.
 * @param times start of each source frame, ascending, in seconds of the source. @param t seconds of the whole video.
 * @param frames negative: back.
 * @returns undefined if the layer shows no such frame, or does not just play forwards once.
 */
export function frameMoment(span: LayerSpan, times: readonly number[], t: number, frames: number): number | undefined {
  const { media, start, end } = span;
  if (!media || media.isReversed || media.isBoomeranged || media.loops || media.stills || t < start) return undefined;
  const mediaTime = media.start + Math.min((t - start) * media.speed, freezePlace(media));
  const late = latenessOf(media) + TIME_ROUNDING;
  const current = times.findLastIndex((time) => time <= mediaTime + late);
  const time = times[current + frames];
  if (current < 0 || time === undefined || time >= media.end - late) return undefined;
  const isFirst = frames < 0 && time < media.start;
  if (isFirst && (times[current + frames + 1] ?? 0) <= media.start + late) return undefined;
  const moment = start + Math.max(0, time - media.start) / media.speed;
  return moment < end ? moment : undefined;
}
