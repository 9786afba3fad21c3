/** A stored version, as far as the rule reads it. */
export interface ThinVersion {
  id: string;
  projectId: string;
  /** Milliseconds since 1970. */
  savedAt: number;
  /** true: later versions may lack some of its content. */
  isApart: boolean;
  /** Its texts, which versions share, with their lengths in characters. */
  parts: readonly { key: string; size: number }[];
  /** Its thumbnail, with its bytes. */
  picture?: { key: string; size: number };
}

/** Limits for earlier versions. */
export interface VersionLimits {
  /** All versions younger than this are retained, in milliseconds. */
  youngMs: number;
  /** Maximum per project. */
  most: number;
  /** Maximum of all projects together; parts that versions share count once. */
  bytes: number;
}

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

/** Limits in a browser: all versions of the last ten minutes, 400 per project, 32 MB in total. */
export const VERSION_LIMITS: VersionLimits = { youngMs: 10 * MINUTE, most: 400, bytes: 32e6 };

/** Up to each age, the newest version per interval is retained. */
const STRETCHES = [
  { age: HOUR, length: MINUTE },
  { age: DAY, length: 10 * MINUTE },
  { age: 30 * DAY, length: DAY },
];

/**
 * Selects the versions to retain: all young ones; then one per minute for an hour, one per ten minutes for a day, one
 * per day for thirty days. Versions that stand apart are retained at any age. Beyond the count or size, the oldest are
 * dropped first, those that stand apart last.
 * @param now milliseconds since 1970.
 * @returns their ids.
 */
export function versionsToRetain(versions: readonly ThinVersion[], now: number, limits = VERSION_LIMITS): Set<string> {
  const isDue = createDue(now, limits);
  const newest = versions.toSorted((a, b) => b.savedAt - a.savedAt);
  const isRoom = createRoom(limits);
  const ranked = [...newest.filter(({ isApart }) => isApart), ...newest.filter((one) => !one.isApart && isDue(one))];
  return new Set(ranked.filter(isRoom).map(({ id }) => id));
}

/** Returns a predicate, for versions sorted newest first, that selects the first of each interval. */
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

/** Returns a predicate, for versions sorted by priority, that selects those for which there is room. */
function createRoom({ most, bytes }: VersionLimits): (version: ThinVersion) => boolean {
  const counts = new Map<string, number>();
  const retained = new Set<string>();
  let left = bytes;
  return ({ projectId, parts, picture }) => {
    const count = counts.get(projectId) ?? 0;
    const added = new Map(
      [...parts, ...(picture ? [picture] : [])]
        .filter(({ key }) => !retained.has(key))
        .map(({ key, size }) => [key, size]),
    );
    const size = [...added.values()].reduce((sum, one) => sum + one, 0);
    if (count >= most || size > left) return false;
    counts.set(projectId, count + 1);
    left -= size;
    for (const key of added.keys()) retained.add(key);
    return true;
  };
}
