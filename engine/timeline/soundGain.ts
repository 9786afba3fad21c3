import type { AudioClip, GainPoint } from './soundtrack.ts';

/**
 * Returns the gain of a clip at a moment, as an amplitude factor.
 * @param t seconds of the whole video. @returns 0 outside the clip.
 */
export function gainAt({ start, end, volume, fadeIn, fadeOut, gains }: AudioClip, t: number): number {
  if (t < start || t >= end) return 0;
  const rising = fadeIn > 0 ? Math.min(1, (t - start) / fadeIn) : 1;
  const falling = fadeOut > 0 ? Math.min(1, (end - t) / fadeOut) : 1;
  return volume * Math.min(rising, falling) * (gains ? gainBetween(gains, t) : 1);
}

/** @param points in order, at least one; constant before the first and after the last. */
function gainBetween(points: readonly GainPoint[], t: number): number {
  let [low, high] = [0, points.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((points[middle] as GainPoint).at <= t) low = middle + 1;
    else high = middle;
  }
  const [before, after] = [points[low - 1], points[low]];
  if (!before || !after) return (before ?? (after as GainPoint)).gain;
  return before.gain + ((after.gain - before.gain) * (t - before.at)) / (after.at - before.at);
}
