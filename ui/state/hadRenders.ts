const KEY = 'hadRenders';

/** Whether the list of renders had any when it was last read in this browser: then room is kept where they come. */
export function hadRenders(): boolean {
  try {
    return localStorage.getItem(KEY) !== null;
  } catch {
    return false;
  }
}

/** Remembers whether the list has any. */
export function noteRenders(some: boolean): void {
  try {
    if (some) localStorage.setItem(KEY, '');
    else localStorage.removeItem(KEY);
  } catch {
    // Where nothing may be stored, the list comes as to somebody new.
  }
}
