import { PROJECT_LIMITS } from '../contract/project.ts';

/** What the rule looks at. */
export interface Thinnable {
  revision: number;
  /** When it became a version, milliseconds since 1970. */
  keptAt: number;
  /** Bytes. */
  size: number;
  isApart: boolean;
}

const HOUR = 3600_000;
const DAY = 24 * HOUR;

/**
 * Which versions of a project go: all of the last hour stay, then the newest of each hour for a day, then the newest of each
 * day. Those that stand apart stay at any age. Beyond the number or the bytes the oldest go, and those that stand apart last.
 * @param now milliseconds since 1970. @returns their revisions.
 */
export function thinned(versions: readonly Thinnable[], now: number, limits = PROJECT_LIMITS): number[] {
  const newest = versions.toSorted((a, b) => b.keptAt - a.keptAt || b.revision - a.revision);
  const taken = new Set<string>();
  const isDue = ({ keptAt }: Thinnable): boolean => {
    const age = now - keptAt;
    if (age < HOUR) return true;
    const length = age < DAY ? HOUR : DAY;
    const stretch = `${length} ${Math.floor(keptAt / length)}`;
    return !taken.has(stretch) && taken.add(stretch) !== undefined;
  };
  const ranked = [...newest.filter(({ isApart }) => isApart), ...newest.filter((one) => !one.isApart && isDue(one))];
  let bytes = 0;
  const kept = ranked.slice(0, limits.versions).filter(({ size }) => {
    bytes += size;
    return bytes <= limits.versionBytes;
  });
  const stays = new Set(kept.map(({ revision }) => revision));
  return versions.filter(({ revision }) => !stays.has(revision)).map(({ revision }) => revision);
}
