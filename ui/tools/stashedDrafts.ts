import { DRAFTS_KEY, type Draft, draftsIn } from './storedDrafts.ts';

/** Storage key of drafts that changed before the module that stores them was loaded; null means reset. */
const LEFT_KEY = `${DRAFTS_KEY}-left`;

/** Stores the changed drafts in this window's session storage when the page closes. @param begun the drafts at load. */
export function stashDrafts(
  works: Readonly<Record<string, { readonly present: Draft }>>,
  begun: Readonly<Record<string, Draft>>,
): void {
  const ids = [...new Set([...Object.keys(works), ...Object.keys(begun)])];
  const left = ids.flatMap((id) => (works[id]?.present === begun[id] ? [] : [[id, works[id]?.present ?? null]]));
  try {
    if (left.length > 0) sessionStorage.setItem(LEFT_KEY, JSON.stringify(Object.fromEntries(left)));
  } catch {
    // Storage is full or missing.
  }
}

/** Returns the stored drafts with those of `leaveDrafts`, once; the same object if there are none. */
export function withStashedDrafts(stored: Record<string, Draft>): Record<string, Draft> {
  try {
    const text = sessionStorage.getItem(LEFT_KEY);
    if (text === null) return stored;
    sessionStorage.removeItem(LEFT_KEY);
    const isReset = new Set(
      Object.entries(JSON.parse(text) ?? {}).flatMap(([id, draft]) => (draft === null ? [id] : [])),
    );
    const kept = Object.entries(stored).filter(([id]) => !isReset.has(id));
    return { ...Object.fromEntries(kept), ...draftsIn(text) };
  } catch {
    return stored;
  }
}
