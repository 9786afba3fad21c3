import { openDatabase } from '../state/database.ts';
import { MEDIA_LOCK } from './holdMedia.ts';
import { entryOf, forgetMedia } from './mediaTable.ts';

/** A file that was added this recently may be in use where this tab does not see it, milliseconds: a day. */
const YOUNG_MS = 86_400_000;

/**
 * Deletes kept files that no saved project, no version of one, no template and no list of fonts names, unless they were added within a day or another tab is open.
 * @param alsoUsed further paths to keep: those of the open project, its undo history and the clipboard.
 * @param youngMs default: a day.
 * @returns the paths of the files that were deleted.
 */
export async function forgetUnusedMedia(alsoUsed: Iterable<string>, youngMs = YOUNG_MS): Promise<string[]> {
  const database = await openDatabase();
  if (!database || !(await isAlone())) return [];
  const change = database.transaction(['heads', 'versions', 'templates', 'fonts', 'media'], 'readwrite');
  const used = new Set(alsoUsed);
  const owners = (['heads', 'versions', 'templates'] as const).map((name) => change.objectStore(name).getAll());
  const named = (await Promise.all<{ mediaUrls: string[] }[]>(owners)).flat();
  for (const { mediaUrls } of named) for (const url of mediaUrls) used.add(url);
  for (const { url } of await change.objectStore('fonts').getAll()) used.add(url);
  const files = await change.objectStore('media').getAll();
  const spare = files.filter(({ url, addedAt }) => !used.has(url) && addedAt <= Date.now() - youngMs);
  await Promise.all(spare.map(({ url }) => change.objectStore('media').delete(url)));
  await change.done;
  for (const { url } of spare) if (entryOf(url)) forgetMedia(url);
  return spare.map(({ url }) => url);
}

/** Whether no other tab has the Studio open. Where browsers have no locks, age alone must do. */
async function isAlone(): Promise<boolean> {
  const state = await navigator.locks?.query();
  const holders = state?.held?.filter(({ name }) => name === MEDIA_LOCK) ?? [];
  return holders.length <= 1;
}
