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
