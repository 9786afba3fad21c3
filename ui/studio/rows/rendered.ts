import { ownName } from '../../state/owner.ts';

const KEY = ownName('cutroom-rendered-rows');
/** How many results are remembered; the oldest are forgotten first. */
const MOST = 3000;

/** Remembers which video was made of a row, beyond this page. @param print of what it was made of. */
export function keepRendered(print: string, videoId: string): void {
  const all = readAll();
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

function readAll(): Record<string, string> {
  try {
    const value: unknown = JSON.parse(localStorage.getItem(KEY) ?? '{}');
    return typeof value === 'object' && value !== null ? { ...(value as Record<string, string>) } : {};
  } catch {
    return {};
  }
}
