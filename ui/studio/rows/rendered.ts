import { ownName } from '../../state/owner.ts';

const KEY = ownName('cutroom-rendered-rows');
/** Maximum number of remembered results; the oldest are dropped first. */
const MOST = 3000;

/** Remembers the video of a row across page loads. @param print fingerprint of its input. */
export function keepRendered(print: string, videoId: string): void {
  const all = { ...readAll() };
  delete all[print];
  all[print] = videoId;
  try {
    localStorage.setItem(KEY, JSON.stringify(Object.fromEntries(Object.entries(all).slice(-MOST))));
  } catch {
    // If storage is full, the row is rendered again after a reload.
  }
}

/** The id of a row's video; undefined if unknown. */
export function renderedOf(print: string): string | undefined {
  const id: unknown = readAll()[print];
  return typeof id === 'string' && /^[\w-]{1,64}$/.test(id) ? id : undefined;
}

/** Cache of the parsed storage: parsing it for each row of a large table would be quadratic. */
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
