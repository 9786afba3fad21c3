/** What a person chose for this browser on an earlier visit, such as the theme; null for nothing. */
export function storedChoice(key: string): string | null {
  try {
    return localStorage.getItem(key);
  } catch {
    return null;
  }
}

/** Keeps a choice for later visits. Storage may be forbidden; then it lasts as long as the page. */
export function storeChoice(key: string, choice: string): void {
  try {
    localStorage.setItem(key, choice);
  } catch {
    // As said above.
  }
}
