import { toMilliseconds } from '../project/roundTime.ts';
/** A span of a file or a video, in seconds. */
export interface TimeSpan {
  startTime: number;
  /** Exclusive. */
  endTime: number;
}

/** Sorts spans, joins those that touch or overlap, and drops empty ones. */
export function unitedSpans(spans: readonly TimeSpan[]): TimeSpan[] {
  const united: TimeSpan[] = [];
  for (const { startTime, endTime } of spans.toSorted((a, b) => a.startTime - b.startTime)) {
    const last = united.at(-1);
    if (endTime <= startTime) continue;
    if (last && startTime <= last.endTime) last.endTime = Math.max(last.endTime, endTime);
    else united.push({ startTime, endTime });
  }
  return united;
}

/**
 * Returns what remains of a length without some spans, in order.
 * @param length in seconds. @param shortest shorter remainders are dropped, in seconds.
 */
export function remainingSpans(removed: readonly TimeSpan[], length: number, shortest = 0): TimeSpan[] {
  const united = unitedSpans(removed);
  const starts = [0, ...united.map(({ endTime }) => endTime)];
  const ends = [...united.map(({ startTime }) => startTime), length];
  return starts
    .map((startTime, i) => ({ startTime, endTime: Math.min(length, ends[i] as number) }))
    .filter(({ startTime, endTime }) => endTime > startTime && endTime - startTime >= shortest - ROUNDING);
}

/** Tolerance for rounded lengths, in seconds. */
const ROUNDING = 1e-6;

/** Subtracts spans from spans; returns the rest in order. */
export function spansWithout(spans: readonly TimeSpan[], taken: readonly TimeSpan[]): TimeSpan[] {
  const gone = unitedSpans(taken);
  let next = 0;
  return unitedSpans(spans).flatMap(({ startTime, endTime }) => {
    const left: TimeSpan[] = [];
    let at = startTime;
    for (; next < gone.length && at < endTime; next += 1) {
      const one = gone[next] as TimeSpan;
      if (one.startTime > at) left.push({ startTime: at, endTime: Math.min(one.startTime, endTime) });
      at = Math.max(at, one.endTime);
      // The remainder of this one may overlap the next span.
      if (at >= endTime) break;
    }
    return at < endTime ? [...left, { startTime: at, endTime }] : left;
  });
}

/**
 * Maps a moment to the time after cuts; a removed moment maps to the start of what follows.
 * @param t seconds before the cuts. @param kept in order, from `remainingSpans`. @returns seconds, in thousandths.
 */
export function timeAfterCuts(t: number, kept: readonly TimeSpan[]): number {
  return toMilliseconds(lengthBefore(t, kept));
}

/**
 * Maps a moment after cuts back to the whole; where two spans meet, to the start of the later one.
 * @param t seconds after the cuts. @param kept in order, at least one. @returns seconds, at most the end of the last
 * span.
 */
export function timeBeforeCuts(t: number, kept: readonly TimeSpan[]): number {
  let left = t;
  for (const { startTime, endTime } of kept) {
    // Times after cuts are rounded to thousandths.
    if (left < endTime - startTime - 0.0006) return startTime + Math.max(0, left);
    left -= endTime - startTime;
  }
  return kept.at(-1)?.endTime ?? t;
}

/**
 * Returns the part of a span that remains inside the kept spans, in seconds.
 * @param kept in order, not overlapping.
 */
export function overlapWith({ startTime, endTime }: TimeSpan, kept: readonly TimeSpan[]): number {
  return endTime > startTime ? lengthBefore(endTime, kept) - lengthBefore(startTime, kept) : 0;
}

/** Total length before each span of a list. Lists never change. */
const lengths = new WeakMap<readonly TimeSpan[], number[]>();

/** Returns how much of spans is before a moment, in seconds. @param spans in order, not overlapping. */
export function lengthBefore(t: number, spans: readonly TimeSpan[]): number {
  let sums = lengths.get(spans);
  if (!sums) {
    sums = [0];
    for (const { startTime, endTime } of spans) sums.push((sums.at(-1) as number) + endTime - startTime);
    lengths.set(spans, sums);
  }
  const index = indexAfter(spans, t);
  return (sums[index] as number) + Math.max(0, t - (spans[index]?.startTime ?? t));
}

/** Returns the index of the first span that ends after a moment. @param spans in order, not overlapping. */
export function indexAfter(spans: readonly TimeSpan[], t: number): number {
  let [low, high] = [0, spans.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((spans[middle] as TimeSpan).endTime > t) high = middle;
    else low = middle + 1;
  }
  return low;
}
