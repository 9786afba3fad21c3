import { keyedFields } from '../project/keyedFields.ts';
import type { EasingName, Keyframe } from '../project/keyframes.ts';
import { easings } from './easing.ts';

/** Where keyframes have a layer at a moment, percent of the canvas and degrees; what they do not say is as in its place. */
export interface Keyed {
  x?: number;
  y?: number;
  width?: number;
  height?: number;
  rotation?: number;
}

/** The same, with the factor of its opacity, 0 to 1. */
export interface KeyedState extends Keyed {
  opacity?: number;
}

/** What keyframes say of one field, in the order of their times. */
interface Track {
  field: keyof KeyedState;
  times: number[];
  values: number[];
  easings: EasingName[];
}

const known = new WeakMap<readonly Keyframe[], readonly Track[]>();

/**
 * Where keyframes have a layer, and how much of it is seen. Each field goes by itself from the last keyframe that says it to
 * the next one that does, with the easing of the last; before its first and after its last keyframe it stays as they say.
 * @param keyframes in the order of their times. @param time seconds since the layer is there.
 */
export function keyedAt(keyframes: readonly Keyframe[], time: number): KeyedState {
  const state: KeyedState = {};
  for (const track of tracksOf(keyframes)) state[track.field] = valueAt(track, time);
  return state;
}

/** Computed once for a list, since lists never change. */
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

/** How many of some times, in their order, are not after a moment: halves are chosen, since this is asked for every frame. */
function countUpTo(times: readonly number[], time: number): number {
  let [low, high] = [0, times.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((times[middle] as number) <= time) low = middle + 1;
    else high = middle;
  }
  return low;
}
