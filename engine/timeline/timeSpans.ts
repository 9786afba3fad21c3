/** A part of a file or of a video, seconds. */
export interface TimeSpan {
  startTime: number;
  /** Exclusive. */
  endTime: number;
}

/** Spans in their order, those that touch or overlap as one, those without length left out. */
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
 * What is left of a length without some spans, in order.
 * @param length seconds. @param shortest what is shorter than this is left out too, seconds.
 */
export function remainingSpans(removed: readonly TimeSpan[], length: number, shortest = 0): TimeSpan[] {
  const united = unitedSpans(removed);
  const starts = [0, ...united.map(({ endTime }) => endTime)];
  const ends = [...united.map(({ startTime }) => startTime), length];
  return starts
    .map((startTime, i) => ({ startTime, endTime: Math.min(length, ends[i] as number) }))
    .filter(({ startTime, endTime }) => endTime > startTime && endTime - startTime >= shortest - ROUNDING);
}

/** What rounding may take off a length, seconds. */
const ROUNDING = 1e-6;

/** Spans without what others take of them, in order. */
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
      // The rest of it may take something of the next span.
      if (at >= endTime) break;
    }
    return at < endTime ? [...left, { startTime: at, endTime }] : left;
  });
}

/**
 * When a moment stands once nothing but some spans is left; of a moment that is gone, when what follows it begins.
 * @param t seconds before. @param kept in order, as `remainingSpans` gives them. @returns seconds after, in thousandths.
 */
export function timeAfterCuts(t: number, kept: readonly TimeSpan[]): number {
  const before = kept.reduce(
    (sum, { startTime, endTime }) => sum + Math.max(0, Math.min(t, endTime) - Math.min(t, startTime)),
    0,
  );
  return thousandths(before);
}

/** A time to the thousandth of a second, as subtitles and silences have theirs. */
export function thousandths(seconds: number): number {
  return Math.round(seconds * 1000) / 1000;
}

/**
 * Which moment of the whole is shown at a moment of what is left of it: where two spans meet, the beginning of the later one.
 * @param t seconds after the cuts. @param kept in order, one at least. @returns seconds before them, of the last span at most.
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

/** How much of a time is left once nothing but some spans is, seconds. */
export function overlapWith({ startTime, endTime }: TimeSpan, kept: readonly TimeSpan[]): number {
  return kept.reduce(
    (sum, one) => sum + Math.max(0, Math.min(endTime, one.endTime) - Math.max(startTime, one.startTime)),
    0,
  );
}
