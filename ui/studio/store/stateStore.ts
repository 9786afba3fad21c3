import type { StoredState } from './types.ts';

/** The key under which the state is kept (studio spec §3). */
const STATE_KEY = 'state';
/** Texts that could not be read are put aside under these keys. */
const UNREADABLE_KEYS = ['state-unreadable-1', 'state-unreadable-2', 'state-unreadable-3'] as const;

/** The kept texts: the browser's, which all tabs share, and this tab's own, which survives a reload only. */
export function readTexts(): { shared: string | undefined; own: string | undefined } {
  return { shared: read('localStorage'), own: read('sessionStorage') };
}

/**
 * Keeps the state under the key `state`.
 * @returns whole: all of it; pointer: there was no room but for the project's id; nothing: not even that.
 */
export function writeState(state: StoredState): 'whole' | 'pointer' | 'nothing' {
  const text = JSON.stringify(state);
  // For a reload of this tab while another tab works on another project; doing without it is no loss otherwise.
  if (!write('sessionStorage', text)) remove('sessionStorage');
  if (write('localStorage', text)) return 'whole';
  const { projectId, savedAt, stateVersion } = state;
  // The old state would come back in place of the newer one.
  remove('localStorage');
  return write('localStorage', JSON.stringify({ projectId, savedAt, stateVersion })) ? 'pointer' : 'nothing';
}

/**
 * Puts a text that could not be read aside, so that the next save does not write over it. The last three are kept.
 * @returns the key that it is under; undefined when there was no room.
 */
export function keepUnreadable(text: string): string | undefined {
  try {
    const known = UNREADABLE_KEYS.find((key) => localStorage.getItem(key) === text);
    if (known) return known;
    // Two copies may be more than there is room for.
    localStorage.removeItem(STATE_KEY);
    const free = UNREADABLE_KEYS.find((key) => localStorage.getItem(key) === null) ?? pushedOut();
    localStorage.setItem(free, text);
    return free;
  } catch {
    write('localStorage', text);
    return undefined;
  }
}

/** The texts that were put aside, by their keys. */
export function listUnreadable(): { key: (typeof UNREADABLE_KEYS)[number]; text: string }[] {
  try {
    return UNREADABLE_KEYS.flatMap((key) => {
      const text = localStorage.getItem(key);
      return text ? [{ key, text }] : [];
    });
  } catch {
    return [];
  }
}

/** Lets go of a text that was put aside. */
export function forgetUnreadable(key: (typeof UNREADABLE_KEYS)[number]): void {
  try {
    localStorage.removeItem(key);
  } catch {
    // Nothing is there, then.
  }
}

/** Lets go of the oldest text that was put aside. @returns the key that is free then. */
function pushedOut(): string {
  const texts = UNREADABLE_KEYS.map((key) => localStorage.getItem(key) ?? '');
  UNREADABLE_KEYS.forEach((key, index) => {
    localStorage.setItem(key, texts[index + 1] ?? '');
  });
  return UNREADABLE_KEYS[UNREADABLE_KEYS.length - 1] as string;
}

type Place = 'localStorage' | 'sessionStorage';

// A browser may forbid even to look at the storage.
function read(place: Place): string | undefined {
  try {
    return globalThis[place].getItem(STATE_KEY) ?? undefined;
  } catch {
    return undefined;
  }
}

function write(place: Place, text: string): boolean {
  try {
    globalThis[place].setItem(STATE_KEY, text);
    return true;
  } catch {
    return false;
  }
}

function remove(place: Place): void {
  try {
    globalThis[place].removeItem(STATE_KEY);
  } catch {
    // Nothing is there, then.
  }
}
