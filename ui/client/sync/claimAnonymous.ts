import { MAX_BRAND_COLORS, restoredColors, storeColors } from '../brand/brandColors.ts';
import { showNote } from '../page/notices.ts';
import { notifyKit, notifyTabsOfAll } from '../page/otherTabs.ts';
import { owner, ownName } from '../page/owner.ts';
import { parseBody } from '../projects/readStored.ts';
import { saveStateText } from '../projects/restore.ts';
import { notifySavedChange } from '../projects/savedChanges.ts';
import { saveProject } from '../projects/saveProject.ts';
import { ANONYMOUS_DATABASE, openNamed, type StoredHead, type StudioDatabase } from '../store/database.ts';

/** Stores that are moved before the projects, which depend on them. */
const FIRST = ['media', 'parts', 'versions', 'logos', 'fonts', 'templates', 'histories'] as const;
/** Local storage keys outside the database. */
const DRAFTS = 'cutroom-tool-drafts';
const COLORS = 'brandColors';
const WAITING_COLORS = 'waitingColors';

let isDone = false;

/** Moves work done in this browser before sign-in into the account's database. */
export async function claimAnonymous(to: StudioDatabase): Promise<void> {
  // Without an owner both databases are the same.
  if (isDone || owner === '') return;
  const from = await openNamed(ANONYMOUS_DATABASE);
  let moved = 0;
  try {
    for (const store of FIRST) moved += await move(from, to, store);
    for (const head of await from.getAll('heads')) {
      const body = await from.get('bodies', head.id);
      if (head.removedAt === undefined && body !== undefined) await moveProject(to, head, body);
      await Promise.all([from.delete('heads', head.id), from.delete('bodies', head.id)]);
    }
  } finally {
    from.close();
  }
  await claimTexts();
  if (claimColors() || moved > 0) {
    notifyKit();
    notifyTabsOfAll();
  }
  isDone = true;
}

/** Moves items one at a time: files are large, and an interrupted move continues next time. @returns their number. */
async function move(from: StudioDatabase, to: StudioDatabase, store: (typeof FIRST)[number]): Promise<number> {
  const keys = await from.getAllKeys(store);
  for (const key of keys) {
    const value = await from.get(store, key);
    const isThere = (await to.getKey(store, key)) !== undefined;
    // Only parts have no inline keys.
    if (value !== undefined && !isThere) await to.put(store, value as never, store === 'parts' ? key : undefined);
    await from.delete(store, key);
  }
  return keys.length;
}

async function moveProject(to: StudioDatabase, head: StoredHead, body: string): Promise<void> {
  const { id } = head;
  if ((await to.getKey('heads', id)) !== undefined) {
    const parsed = parseBody(body);
    if (parsed.ok) await saveProject({ id, project: parsed.value, savedAt: head.savedAt });
    return;
  }
  const change = to.transaction(['heads', 'bodies'], 'readwrite');
  await Promise.all([change.objectStore('heads').put(head), change.objectStore('bodies').put(body, id), change.done]);
  notifySavedChange({ id, what: 'saved', revision: head.revision });
}

async function claimTexts(): Promise<void> {
  try {
    const state = localStorage.getItem('state');
    if (state !== null) await saveStateText(state);
    if (state !== null && localStorage.getItem(ownName('state')) === null)
      localStorage.setItem(ownName('state'), state);
    for (const place of [localStorage, sessionStorage]) for (const name of ['state', 'history']) place.removeItem(name);
    const drafts = localStorage.getItem(DRAFTS);
    if (drafts !== null && localStorage.getItem(ownName(DRAFTS)) === null)
      localStorage.setItem(ownName(DRAFTS), drafts);
    localStorage.removeItem(DRAFTS);
  } catch {
    // Storage is forbidden or full; the projects have been moved.
  }
}

/**
 * Appends the earlier colors to the account's. Colors beyond the maximum wait in this browser, and are appended when the
 * account has room on a later visit. If storing fails, all stay where they were. @returns whether any were added.
 */
export function claimColors(): boolean {
  const own = restoredColors(ownName(COLORS), MAX_BRAND_COLORS);
  const before = restoredColors(COLORS);
  const waiting = restoredColors(ownName(WAITING_COLORS));
  if (before.length + waiting.length === 0) return false;
  const all = [...new Set([...own, ...waiting, ...before])];
  const [added, rest] = [all.slice(0, MAX_BRAND_COLORS), all.slice(MAX_BRAND_COLORS)];
  if (!storeColors(ownName(WAITING_COLORS), rest) || !storeColors(ownName(COLORS), added)) return false;
  localStorage.removeItem(COLORS);
  if (rest.length === 0) localStorage.removeItem(ownName(WAITING_COLORS));
  if (rest.some((color) => !waiting.includes(color)))
    showNote(
      `A brand has at most ${MAX_BRAND_COLORS} colors. More colors, which wait in this browser until there is room: ${rest.length}.`,
      { waits: true },
    );
  return added.length > own.length;
}
