/** Project of this browser that a render was created from. */
export interface Origin {
  projectId: string;
  /** Fingerprint of the project at that time, see projectPrint. */
  print: string;
}

const KEY = 'cutroom-render-origins';
/** Maximum number of remembered renders; the oldest are dropped first. */
const MOST = 300;

/** Stores the origin of a render beyond this page. */
export function keepOrigin(videoId: string, origin: Origin): void {
  const others = readAll().filter(([id]) => id !== videoId);
  try {
    localStorage.setItem(KEY, JSON.stringify([...others, [videoId, origin]].slice(-MOST)));
  } catch {
    // Without room, "Edit again" only knows the renders of this page.
  }
}

/** Returns the origin of a render; undefined if unknown in this browser. */
export function originOf(videoId: string): Origin | undefined {
  return readAll().find(([id]) => id === videoId)?.[1];
}

type Entry = [videoId: string, origin: Origin];

function readAll(): Entry[] {
  try {
    const value: unknown = JSON.parse(localStorage.getItem(KEY) ?? '[]');
    return Array.isArray(value) ? value.filter(isEntry) : [];
  } catch {
    return [];
  }
}

function isEntry(value: unknown): value is Entry {
  if (!Array.isArray(value) || typeof value[0] !== 'string') return false;
  const { projectId, print } = (value[1] ?? {}) as Partial<Origin>;
  return typeof projectId === 'string' && /^[\w-]{1,64}$/.test(projectId) && typeof print === 'string';
}
