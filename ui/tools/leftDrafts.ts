import { DRAFTS_KEY, type Draft, draftsIn } from './storedDrafts.ts';

/** Under which name those are noted that a window changed before what stores them had come; null: reset. */
const LEFT_KEY = `${DRAFTS_KEY}-left`;

/** Notes for this window what was changed of its drafts, as it is left. @param begun as they were when it came. */
export function leaveDrafts(
  works: Readonly<Record<string, { readonly present: Draft }>>,
  begun: Readonly<Record<string, Draft>>,
): void {
  const ids = [...new Set([...Object.keys(works), ...Object.keys(begun)])];
  const left = ids.flatMap((id) => (works[id]?.present === begun[id] ? [] : [[id, works[id]?.present ?? null]]));
  try {
    if (left.length > 0) sessionStorage.setItem(LEFT_KEY, JSON.stringify(Object.fromEntries(left)));
  } catch {
    // There is no room, or no storage at all.
  }
}

/** Stored drafts with what this window has left unstored, once; the same where there is nothing. */
export function withLeft(stored: Record<string, Draft>): Record<string, Draft> {
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
