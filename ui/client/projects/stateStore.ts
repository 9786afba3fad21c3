import { newId } from '../../../engine/project/id.ts';
import type { Project } from '../../../engine/project/project.ts';
import { withSpecState } from '../../../engine/timeline/specState.ts';
import { ownName } from '../page/owner.ts';

/** The person's place in the Studio. */
export interface StudioPlace {
  selectedSceneId: string;
  selectedSceneIndex: number;
  /** Id of a layer, 'background', or null for none. */
  selectedLayerId: string | null;
  /** In seconds. */
  studioTime: number;
  showCanvas: boolean;
}

/** Value under the key `state`: the fields of the project and the place in the Studio. `withSpecState` adds to it. */
export type StoredState = Project &
  StudioPlace & {
    /** Id of the project in the list of saved ones. */
    projectId: string;
    /** Time of the last change, in milliseconds since 1970. */
    savedAt: number;
    /** Revision in the list that it is based on; absent if none. */
    revision?: number;
    /** Id of the page that wrote it. */
    writer?: string;
    stateVersion: 1;
  };

/** Storage key of the state. */
const STATE_KEY = ownName('state');
/** Prefix, before the page's id, of keys for states of other pages that are not in the list yet. */
const ASIDE_KEY = `${STATE_KEY}-of-`;
/** Keys of unreadable texts that were set aside. */
const UNREADABLE_KEYS = ['state-unreadable-1', 'state-unreadable-2', 'state-unreadable-3'] as const;

/** Maximum number of other pages' states that are set aside. */
const MOST_ASIDE = 8;

/** Id of this page in the data it writes. */
export const writer = newId();

/** Last text that this page wrote or took over; any other text under the key is another page's work. */
let known: string | undefined;
/** States that local storage had no room to set aside. */
const inMemory = new Map<string, string>();

/** Reads the stored texts: the browser's, shared by all tabs, and this tab's own, which survives only a reload. */
export function readTexts(): { shared: string | undefined; own: string | undefined } {
  return { shared: readState('localStorage'), own: readState('sessionStorage') };
}

/** Marks a text as this page's own from now on. */
export function adoptStateText(text: string): void {
  known = text;
}

/** Lists states of other pages that were set aside and may not be in the list yet. */
export function listAside(): { key: string; text: string }[] {
  const found = [...inMemory].map(([key, text]) => ({ key, text }));
  try {
    for (const key of Object.keys(localStorage).filter((name) => name.startsWith(ASIDE_KEY))) {
      found.push({ key, text: localStorage.getItem(key) ?? '' });
    }
  } catch {
    // Storage is not accessible.
  }
  return found;
}

/** Deletes a state that was set aside, unless another one replaced it. */
export function forgetAside({ key, text }: { key: string; text: string }): void {
  if (inMemory.get(key) === text) inMemory.delete(key);
  try {
    if (localStorage.getItem(key) === text) localStorage.removeItem(key);
  } catch {
    // Storage is not accessible.
  }
}

/** Sets another page's state aside before this page's replaces it. @returns whether there was one. */
function putAside(): boolean {
  const text = readState('localStorage');
  if (text === undefined || text === known) return false;
  const key = ASIDE_KEY + (/"writer":"(\w+)"/.exec(text)?.[1] ?? 'older');
  // The maximum is only reached where no list takes the states in.
  if (listAside().length >= MOST_ASIDE) return false;
  try {
    localStorage.setItem(key, text);
  } catch {
    inMemory.set(key, text);
  }
  return true;
}

/**
 * Stores the state under the key `state`. Sets another page's state aside.
 * @returns `kept`: 'whole'; 'pointer' if there was only room for the project's id; 'nothing' if not even that.
 */
export function writeState(state: StoredState): { kept: 'whole' | 'pointer' | 'nothing'; isAside: boolean } {
  const isAside = putAside();
  const text = JSON.stringify({ ...withSpecState(state), writer });
  known = text;
  return { kept: writeText(state, text), isAside };
}

function writeText(state: StoredState, text: string): 'whole' | 'pointer' | 'nothing' {
  // For a reload of this tab while another tab works on another project; not needed otherwise.
  if (!write('sessionStorage', text)) remove('sessionStorage');
  if (write('localStorage', text)) return 'whole';
  const { projectId, savedAt, stateVersion } = state;
  // Otherwise the old state would be restored in place of the newer one.
  remove('localStorage');
  return write('localStorage', JSON.stringify({ projectId, savedAt, stateVersion })) ? 'pointer' : 'nothing';
}

/**
 * Sets an unreadable text aside, so that the next save does not overwrite it. Retains the last three.
 * @returns its key; undefined if there was no room or the text is empty.
 */
export function setAsideUnreadable(text: string): string | undefined {
  if (text === '') return undefined;
  try {
    const known = UNREADABLE_KEYS.find((key) => localStorage.getItem(key) === text);
    if (known) return known;
    // There may not be room for two copies.
    localStorage.removeItem(STATE_KEY);
    const free = UNREADABLE_KEYS.find((key) => localStorage.getItem(key) === null) ?? pushedOut();
    localStorage.setItem(free, text);
    return free;
  } catch {
    write('localStorage', text);
    return undefined;
  }
}

/** Drops the oldest text that was set aside. @returns the free key. */
function pushedOut(): string {
  const texts = UNREADABLE_KEYS.map((key) => localStorage.getItem(key) ?? '');
  UNREADABLE_KEYS.forEach((key, index) => {
    localStorage.setItem(key, texts[index + 1] ?? '');
  });
  return UNREADABLE_KEYS[UNREADABLE_KEYS.length - 1] as string;
}

type Place = 'localStorage' | 'sessionStorage';

// Browsers may forbid any access to storage.
function readState(place: Place): string | undefined {
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
    // Storage is not accessible.
  }
}

let last = 0;

/**
 * Returns the current time in milliseconds since 1970, but always later than the last result, even if the clock was set
 * back. Later actions of a page thus have later times.
 */
export function nextTime(): number {
  last = Math.max(Date.now(), last + 1);
  return last;
}
