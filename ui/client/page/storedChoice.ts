/** Returns a preference stored in this browser, such as the theme; null if none. */
export function storedChoice(key: string): string | null {
  try {
    return localStorage.getItem(key);
  } catch {
    return null;
  }
}

/** Stores a preference for later visits. If storage is forbidden, it lasts as long as the page. */
export function storeChoice(key: string, choice: string): void {
  try {
    localStorage.setItem(key, choice);
  } catch {
    // Storage is forbidden.
  }
}

const key = 'hadRenders';

/** Returns whether the list of renders had entries when it was last read, so that space is reserved for them. */
export function hadRenders(): boolean {
  return storedChoice(key) === 'yes';
}

/** Stores whether the list has entries. */
export function noteRenders(some: boolean): void {
  storeChoice(key, some ? 'yes' : 'no');
}
