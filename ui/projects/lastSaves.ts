import type { PageSave, StoredHead } from '../state/database.ts';

/** How many pages are remembered to have written a project. */
const MOST_PAGES = 20;

/** What the list remembers of the pages that have written a project, with one save more. */
export function withSave(
  former: StoredHead['lastSaves'] = {},
  writer: string,
  save: PageSave,
): Record<string, PageSave> {
  const others = Object.entries(former).filter(([name]) => name !== writer);
  const newest = others.sort(([, a], [, b]) => b.savedAt - a.savedAt).slice(0, MOST_PAGES - 1);
  const savedAt = Math.max(save.savedAt, former[writer]?.savedAt ?? 0);
  return Object.fromEntries([[writer, { ...save, savedAt }], ...newest]);
}

/**
 * A page's own last save, where its work does not know of it: the page was left before the list's answer came. The
 * work builds on that save all the same, as a page's saves come one after the other.
 * @param revision what the work says that it builds on.
 */
export function unknownSave(
  { lastSaves }: StoredHead,
  writer: string | undefined,
  revision: number | undefined,
): PageSave | undefined {
  const own = writer === undefined ? undefined : lastSaves?.[writer];
  return own && own.revision > (revision ?? 0) ? own : undefined;
}
