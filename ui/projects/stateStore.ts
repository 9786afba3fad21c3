import { newId } from '../../engine/project/id.ts';
import type { Project } from '../../engine/project/project.ts';
import { ownName } from '../state/owner.ts';
import { withSpecState } from './specState.ts';

/** Where in the Studio a person is. */
export interface StudioPlace {
  selectedSceneId: string;
  selectedSceneIndex: number;
  /** A layer's id, 'background', or null: nothing. */
  selectedLayerId: string | null;
  /** Seconds. */
  studioTime: number;
  showCanvas: boolean;
}

/** What is kept under the key `state`: the project's own fields, and where the person is. `withSpecState` adds to it. */
export type StoredState = Project &
  StudioPlace & {
    /** Id of the project in the list of saved ones. */
    projectId: string;
    /** When the project was changed last, milliseconds since 1970. */
    savedAt: number;
    /** The revision in the list that it builds on; absent where there is none. */
    revision?: number;
    /** The page that wrote it. */
    writer?: string;
    stateVersion: 1;
  };

/** The key under which the state is kept. */
const STATE_KEY = ownName('state');
/** What another page had written under it stands under this key and that page's name until it is in the list. */
const ASIDE_KEY = `${STATE_KEY}-of-`;
/** Texts that could not be read are put aside under these keys. */
const UNREADABLE_KEYS = ['state-unreadable-1', 'state-unreadable-2', 'state-unreadable-3'] as const;

/** How many states of other pages are put aside at most. */
const MOST_ASIDE = 8;

/** What this page calls itself in what it writes. */
export const writer = newId();

/** What stands under the key and is no other page's work: what this page has written or taken over. */
let known: string | undefined;
/** What there was no room for to put aside. */
const held = new Map<string, string>();

/** The kept texts: the browser's, which all tabs share, and this tab's own, which survives a reload only. */
export function readTexts(): { shared: string | undefined; own: string | undefined } {
  return { shared: read('localStorage'), own: read('sessionStorage') };
}

/** Says that the content of a text is this page's to keep from now on. */
export function takeOverText(text: string): void {
  known = text;
}

/** States of other pages that were put aside and may not be in the list yet, by their keys. */
export function listAside(): { key: string; text: string }[] {
  const found = [...held].map(([key, text]) => ({ key, text }));
  try {
    for (const key of Object.keys(localStorage).filter((name) => name.startsWith(ASIDE_KEY))) {
      found.push({ key, text: localStorage.getItem(key) ?? '' });
    }
  } catch {
    // Nothing is there, then.
  }
  return found;
}

/** Lets go of a state that was put aside, unless another one has taken its place. */
export function forgetAside({ key, text }: { key: string; text: string }): void {
  if (held.get(key) === text) held.delete(key);
  try {
    if (localStorage.getItem(key) === text) localStorage.removeItem(key);
  } catch {
    // Nothing is there, then.
  }
}

/** Puts another page's state aside before this page's takes its place. @returns whether there was one. */
function putAside(): boolean {
  const text = read('localStorage');
  if (text === undefined || text === known) return false;
  const key = ASIDE_KEY + (/"writer":"(\w+)"/.exec(text)?.[1] ?? 'older');
  // So many stay only where no list takes them in.
  if (listAside().length >= MOST_ASIDE) return false;
  try {
    localStorage.setItem(key, text);
  } catch {
    held.set(key, text);
  }
  return true;
}

/**
 * Keeps the state under the key `state`. What another page had there is put aside.
 * @returns `kept`: whole: all of it; pointer: there was no room but for the project's id; nothing: not even that.
 */
export function writeState(state: StoredState): { kept: 'whole' | 'pointer' | 'nothing'; isAside: boolean } {
  const isAside = putAside();
  const text = JSON.stringify({ ...withSpecState(state), writer });
  known = text;
  return { kept: writeText(state, text), isAside };
}

function writeText(state: StoredState, text: string): 'whole' | 'pointer' | 'nothing' {
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
 * @returns the key that it is under; undefined when there was no room, and for an empty text, of which nothing could be lost.
 */
export function keepUnreadable(text: string): string | undefined {
  if (text === '') return undefined;
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
