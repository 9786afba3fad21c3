import { PROJECT_LIMITS } from '../contract/project.ts';

/** What the retention rule needs of a version. */
export interface Thinnable {
  revision: number;
  /** Time at which it became a version, in milliseconds since 1970. */
  keptAt: number;
  /** Bytes. */
  size: number;
  isApart: boolean;
}

const HOUR = 3600_000;
const DAY = 24 * HOUR;

/**
 * Selects the versions of a project to delete. It retains all of the last hour, then the newest of each hour for a day,
 * then the newest of each day, and separate versions at any age. Beyond the limits of count and bytes, the oldest are
 * deleted first, and separate ones last.
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
