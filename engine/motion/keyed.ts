import { keyedFields } from '../project/keyedFields.ts';
import type { EasingName, Keyframe } from '../project/keyframes.ts';
import { easings } from './easing.ts';

/** Position from keyframes at a moment, in percent of the canvas and degrees; absent values are those of the layer. */
export interface Keyed {
  x?: number;
  y?: number;
  width?: number;
  height?: number;
  rotation?: number;
}

/** The position, plus a factor of the opacity, 0 to 1. */
export interface KeyedState extends Keyed {
  opacity?: number;
}

/** Keyframe values of one field, in order of time. */
interface Track {
  field: keyof KeyedState;
  times: number[];
  values: number[];
  easings: EasingName[];
}

const known = new WeakMap<readonly Keyframe[], readonly Track[]>();

/**
 * Interpolates keyframes at a moment. Each field goes from the last keyframe that sets it to the next one that does,
 * with the easing of the former; before its first and after its last keyframe it is constant.
 * @param keyframes in order of time. @param time seconds since the layer's start.
 */
export function keyedAt(keyframes: readonly Keyframe[], time: number): KeyedState {
  const state: KeyedState = {};
  for (const track of tracksOf(keyframes)) state[track.field] = valueAt(track, time);
  return state;
}

/** Cached, because lists are immutable. */
function tracksOf(keyframes: readonly Keyframe[]): readonly Track[] {
  const found = known.get(keyframes) ?? keyedFields.flatMap((field) => trackOf(keyframes, field) ?? []);
  known.set(keyframes, found);
  return found;
}

function trackOf(keyframes: readonly Keyframe[], field: keyof KeyedState): Track | undefined {
  const own = keyframes.filter((keyframe) => keyframe[field] !== undefined);
  if (own.length === 0) return undefined;
  return {
    field,
    times: own.map(({ time }) => time),
    values: own.map((keyframe) => Number.parseFloat(String(keyframe[field]))),
    easings: own.map(({ easing }) => easing),
  };
}

function valueAt({ times, values, easings: names }: Track, time: number): number {
  const next = countUpTo(times, time);
  const last = next - 1;
  const value = values[Math.max(0, last)] as number;
  if (last < 0 || next === times.length) return value;
  const [from, to] = [times[last] as number, times[next] as number];
  const share = easings[names[last] as EasingName]((time - from) / (to - from));
  return value + share * ((values[next] as number) - value);
}

/** Counts the times up to a moment by binary search, because this runs every frame. */
function countUpTo(times: readonly number[], time: number): number {
  let [low, high] = [0, times.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((times[middle] as number) <= time) low = middle + 1;
    else high = middle;
  }
  return low;
}
