/** Progress of a render at one moment. */
export interface Sample {
  /** Milliseconds of any clock. */
  at: number;
  /** 0 to 1. */
  progress: number;
}

/** Up to this progress, a render reads and paints, at a pace that says nothing about the rest. */
const FROM = 0.08;
/** Length of the window that the pace is measured in, in milliseconds. */
const WINDOW_MS = 20_000;
/** Minimum time (in milliseconds) and progress that must be observed before an estimate. */
const LEAST = { time: 2500, share: 0.03 };
/** If the paces of both halves differ by more than this factor, there is no estimate. */
const UNSTEADY = 2;

/**
 * Estimates the remaining time of a render in seconds; undefined if it cannot be estimated yet.
 * @param samples oldest first; after a restart only those since.
 */
export function secondsLeft(samples: readonly Sample[]): number | undefined {
  const last = samples.at(-1);
  if (!last) return undefined;
  const seen = samples.filter(({ at, progress }) => progress >= FROM && last.at - at <= WINDOW_MS);
  const [first, middle] = [seen[0], seen[Math.floor(seen.length / 2)]];
  if (!first || !middle || seen.length < 4) return undefined;
  if (last.at - first.at < LEAST.time || last.progress - first.progress < LEAST.share) return undefined;
  const [early, late] = [paceOf(first, middle), paceOf(middle, last)];
  if (!(early > 0 && late > 0) || Math.max(early / late, late / early) > UNSTEADY) return undefined;
  return (1 - last.progress) / paceOf(first, last) / 1000;
}

/** Formats a remaining time in coarse steps: "a few seconds left", "about 40 s left", "about 3 min left". */
export function leftInWords(seconds: number): string {
  if (seconds <= 5) return 'a few seconds left';
  if (seconds < 55) return `about ${Math.ceil(seconds / 10) * 10} s left`;
  return `about ${Math.max(1, Math.round(seconds / 60))} min left`;
}

function paceOf(from: Sample, to: Sample): number {
  return (to.progress - from.progress) / (to.at - from.at);
}
