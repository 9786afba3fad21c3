/** How far a render was at a moment. */
export interface Sample {
  /** Milliseconds of any clock. */
  at: number;
  /** 0 to 1. */
  progress: number;
}

/** Up to here a render reads and paints, at a pace of its own: it tells nothing about the rest. */
const FROM = 0.08;
/** How far back the pace is looked at, milliseconds. */
const WINDOW_MS = 20_000;
/** What must have been seen before anything is said, milliseconds and share. */
const LEAST = { time: 2500, share: 0.03 };
/** Two halves whose paces differ by more than this factor are no pace yet. */
const UNSTEADY = 2;

/**
 * How long a render will go on, seconds; undefined while that is not known well enough.
 * @param samples oldest first; of a render that began anew only those since.
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

/** A time left for people, in steps that do not flicker: "a few seconds left", "about 40 s left", "about 3 min left". */
export function leftInWords(seconds: number): string {
  if (seconds <= 5) return 'a few seconds left';
  if (seconds < 55) return `about ${Math.ceil(seconds / 10) * 10} s left`;
  return `about ${Math.max(1, Math.round(seconds / 60))} min left`;
}

function paceOf(from: Sample, to: Sample): number {
  return (to.progress - from.progress) / (to.at - from.at);
}
