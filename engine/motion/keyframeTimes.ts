import { keyframesOf } from '../kinds/families.ts';
import { type KeyedField, keyedFields } from '../project/keyedFields.ts';
import type { Keyframe } from '../project/keyframes.ts';
import type { Layer } from '../project/layers.ts';
import { MAX_ROTATION, MAX_SECONDS, MIN_KEYFRAME_SECONDS } from '../project/limits.ts';
import { toMicroseconds } from '../project/roundTime.ts';
import { keyedAt } from './keyed.ts';
import { withKeyframes } from './withKeyframes.ts';

/**
 * Keeps keyframes at their absolute times when a layer begins later or earlier. @param by seconds, negative: earlier.
 */
export function withLaterStart<L extends Layer>(layer: L, by: number): L {
  return by === 0 ? layer : withTimes(layer, (time) => time - by);
}

/** Scales the times of a layer's keyframes. @param factor above 1: later. */
export function withPacedKeyframes<L extends Layer>(layer: L, factor: number): L {
  return factor === 1 ? layer : withTimes(layer, (time) => time * factor);
}

/** Freezes a layer at its keyframe values of a moment. @param time seconds since its start. */
export function withFrozenKeyframes<L extends Layer>(layer: L, time: number): L {
  const keyframes = keyframesOf(layer);
  return keyframes.length === 0 ? layer : withKeyframes(layer, [keyframeAt(keyframes, time, 0)]);
}

/** Returns the interpolated keyframe at a moment. @param at time of the result. */
export function keyframeAt(keyframes: readonly Keyframe[], time: number, at: number): Keyframe {
  const formatted = Object.entries(keyedAt(keyframes, time)).map(([field, value]) => [
    field,
    formatKeyframeValue(field as KeyedField, value),
  ]);
  const before = keyframes.findLast((keyframe) => keyframe.time <= time) ?? keyframes[0];
  return { ...Object.fromEntries(formatted), time: at, easing: before?.easing ?? 'linear' };
}

/** Formats a keyframe value for a project: a percentage with four decimals, or a number. */
export function formatKeyframeValue(field: KeyedField, value: number): string | number {
  const rounded = Number(value.toFixed(4)) || 0;
  const within = (least: number, most: number) => Math.min(most, Math.max(least, rounded));
  if (field === 'opacity') return within(0, 1);
  return field === 'rotation' ? within(-MAX_ROTATION, MAX_ROTATION) : `${within(-1000, 1000)}%`;
}

function withTimes<L extends Layer>(layer: L, change: (time: number) => number): L {
  const keyframes = keyframesOf(layer);
  if (keyframes.length === 0) return layer;
  const moved = keyframes.map((keyframe) => ({ ...keyframe, time: clampKeyframeTime(change(keyframe.time)) }));
  return withKeyframes(
    layer,
    moved.filter(({ time }, i) => i === 0 || isFarEnoughAfter(moved[i - 1]?.time, time)),
  );
}

/** Returns whether a keyframe is far enough after another one. */
export function isFarEnoughAfter(before: number | undefined, time: number): boolean {
  return before === undefined || time - before >= MIN_KEYFRAME_SECONDS - 1e-9;
}

/** Rounds a keyframe's time to microseconds and clamps it. */
export function clampKeyframeTime(time: number): number {
  return Math.min(MAX_SECONDS, Math.max(-MAX_SECONDS, toMicroseconds(time))) + 0;
}

/**
 * Removes keyframes that the parts of a split layer do not need.
 * @param length of the first part, in seconds.
 */
export function withOwnKeyframes([first, second]: [Layer, Layer], length: number): [Layer, Layer] {
  const early = keyframesOf(first);
  const late = keyframesOf(second);
  if (early.length === 0) return [first, second];
  const fields = keyedFields.filter((field) => early.some((keyframe) => keyframe[field] !== undefined));
  const after = fields.map((field) => early.findIndex((one) => one[field] !== undefined && one.time >= length));
  const end = after.includes(-1) ? early.length : Math.max(...after) + 1;
  const before = fields.map((field) => late.findLastIndex((one) => one[field] !== undefined && one.time <= 0));
  return [
    withKeyframes(first, early.slice(0, end)),
    withKeyframes(second, late.slice(Math.max(0, Math.min(...before)))),
  ];
}
