import { openDatabase } from '../store/database.ts';
import { entryOf, forgetMedia } from './mediaTable.ts';

/** Files added within this time may be in use where this tab cannot see it, in milliseconds: one day. */
const YOUNG_MS = 86_400_000;

/**
 * Deletes stored files that no saved project, version, template, undo history or font list uses. Files added within a day stay, and
 * all files stay while another tab is open.
 * @param alsoUsed further paths to retain: those of the open project, its undo history and the clipboard.
 * @param youngMs default: one day.
 * @returns the paths of the deleted files.
 */
export async function forgetUnusedMedia(alsoUsed: Iterable<string>, youngMs = YOUNG_MS): Promise<string[]> {
  const database = await openDatabase();
  if (!database || !(await isAlone())) return [];
  const change = database.transaction(['heads', 'versions', 'templates', 'histories', 'fonts', 'media'], 'readwrite');
  const used = new Set(alsoUsed);
  const owners = (['heads', 'versions', 'templates'] as const).map((name) => change.objectStore(name).getAll());
  const named = (await Promise.all<{ mediaUrls: string[] }[]>(owners)).flat();
  for (const { mediaUrls } of named) for (const url of mediaUrls) used.add(url);
  let use = await change.objectStore('histories').index('byMedia').openKeyCursor(null, 'nextunique');
  for (; use; use = await use.continue()) used.add(use.key);
  for (const { url } of await change.objectStore('fonts').getAll()) used.add(url);
  const files = await change.objectStore('media').getAll();
  const spare = files.filter(({ url, addedAt }) => !used.has(url) && addedAt <= Date.now() - youngMs);
  await Promise.all(spare.map(({ url }) => change.objectStore('media').delete(url)));
  await change.done;
  for (const { url } of spare) if (entryOf(url)) forgetMedia(url);
  return spare.map(({ url }) => url);
}

/** Returns whether no other tab has the Studio open. Browsers without locks rely on the files' age. */
async function isAlone(): Promise<boolean> {
  const state = await navigator.locks?.query();
  const holders = state?.held?.filter(({ name }) => name === MEDIA_LOCK) ?? [];
  return holders.length <= 1;
}

/** Lock that every tab takes while it works on projects. */
const MEDIA_LOCK = 'cutroom-studio-open';

let isHeld = false;

/** Marks this tab as working on projects, so that no other tab deletes files that only its undo history uses. */
export function holdMedia(): void {
  if (isHeld) return;
  isHeld = true;
  navigator.locks?.request(MEDIA_LOCK, { mode: 'shared' }, () => new Promise(() => {})).catch(() => undefined);
}
