import type { StoredVersion } from '../state/database.ts';

/** What the rule looks at. */
export type ThinVersion = Pick<StoredVersion, 'id' | 'projectId' | 'savedAt' | 'isApart' | 'parts' | 'picture'>;

/** How much is kept of earlier versions. */
export interface VersionLimits {
  /** Younger than this every version is kept, milliseconds. */
  youngMs: number;
  /** Versions of one project. */
  most: number;
  /** Of all projects together; what several versions share counts once. */
  bytes: number;
}

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

/** What a browser keeps: every version for ten minutes, 400 of a project, 32 MB in all. */
export const VERSION_LIMITS: VersionLimits = { youngMs: 10 * MINUTE, most: 400, bytes: 32e6 };

/** Of versions younger than an age, the newest of each stretch is kept. */
const STRETCHES = [
  { age: HOUR, length: MINUTE },
  { age: DAY, length: 10 * MINUTE },
  { age: 30 * DAY, length: DAY },
];

/**
 * Which versions stay: all young ones; then one a minute for an hour, one every ten minutes for a day, one a day for
 * thirty days. Those that stand apart stay at any age. Beyond the number or the bytes, the oldest go first, and those
 * that stand apart last.
 * @param now milliseconds since 1970.
 * @returns the ids.
 */
export function storedVersions(versions: readonly ThinVersion[], now: number, limits = VERSION_LIMITS): Set<string> {
  const isDue = createDue(now, limits);
  const newest = versions.toSorted((a, b) => b.savedAt - a.savedAt);
  const isRoom = createRoom(limits);
  const ranked = [...newest.filter(({ isApart }) => isApart), ...newest.filter((one) => !one.isApart && isDue(one))];
  return new Set(ranked.filter(isRoom).map(({ id }) => id));
}

/** Says of versions, newest first, whether they are the one of their stretch of time. */
function createDue(now: number, { youngMs }: VersionLimits): (version: ThinVersion) => boolean {
  const taken = new Set<string>();
  return ({ projectId, savedAt }) => {
    const age = now - savedAt;
    if (age < youngMs) return true;
    const stretch = STRETCHES.find((one) => age < one.age);
    if (!stretch) return false;
    const key = `${projectId} ${stretch.length} ${Math.floor(savedAt / stretch.length)}`;
    if (taken.has(key)) return false;
    taken.add(key);
    return true;
  };
}

/** Says of versions, the dearest first, whether there is room for them. */
function createRoom({ most, bytes }: VersionLimits): (version: ThinVersion) => boolean {
  const counts = new Map<string, number>();
  const held = new Set<string>();
  let left = bytes;
  return ({ projectId, parts, picture }) => {
    const count = counts.get(projectId) ?? 0;
    const added = new Map(
      [...parts, ...(picture ? [picture] : [])].filter(({ key }) => !held.has(key)).map(({ key, size }) => [key, size]),
    );
    const size = [...added.values()].reduce((sum, one) => sum + one, 0);
    if (count >= most || size > left) return false;
    counts.set(projectId, count + 1);
    left -= size;
    for (const key of added.keys()) held.add(key);
    return true;
  };
}
