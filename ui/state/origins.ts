/** Which of this browser's projects a render was made from. */
export interface Origin {
  projectId: string;
  /** Of the project as it was then, see projectPrint. */
  print: string;
}

const KEY = 'cutroom-render-origins';
/** How many renders are remembered; the oldest are forgotten first. */
const MOST = 300;

/** Remembers where a render came from, beyond this page. */
export function keepOrigin(videoId: string, origin: Origin): void {
  const others = readAll().filter(([id]) => id !== videoId);
  try {
    localStorage.setItem(KEY, JSON.stringify([...others, [videoId, origin]].slice(-MOST)));
  } catch {
    // Without room, "Edit again" is left with what the page itself remembers.
  }
}

/** Where a render came from; undefined when this browser does not know. */
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
