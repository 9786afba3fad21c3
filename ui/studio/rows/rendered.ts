import { ownName } from '../../state/owner.ts';

const KEY = ownName('cutroom-rendered-rows');
/** How many results are remembered; the oldest are forgotten first. */
const MOST = 3000;

/** Remembers which video was made of a row, beyond this page. @param print of what it was made of. */
export function keepRendered(print: string, videoId: string): void {
  const all = { ...readAll() };
  delete all[print];
  all[print] = videoId;
  try {
    localStorage.setItem(KEY, JSON.stringify(Object.fromEntries(Object.entries(all).slice(-MOST))));
  } catch {
    // Without room a row is rendered anew after a reload.
  }
}

/** The id of the video that was made of a row; undefined when this browser does not know. */
export function renderedOf(print: string): string | undefined {
  const id: unknown = readAll()[print];
  return typeof id === 'string' && /^[\w-]{1,64}$/.test(id) ? id : undefined;
}

/** What was read last: each row of a table asks, and reading thousands anew for each would take ever longer. */
let read: { text: string; all: Readonly<Record<string, string>> } = { text: '', all: {} };

function readAll(): Readonly<Record<string, string>> {
  try {
    const text = localStorage.getItem(KEY) ?? '{}';
    if (text !== read.text) {
      const value: unknown = JSON.parse(text);
      read = { text, all: typeof value === 'object' && value !== null ? (value as Record<string, string>) : {} };
    }
    return read.all;
  } catch {
    return {};
  }
}
