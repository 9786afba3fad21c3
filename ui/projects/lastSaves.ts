import type { PageSave, StoredHead } from '../state/database.ts';

/** Maximum number of pages whose last save of a project is recorded. */
const MOST_PAGES = 20;

/** Returns the recorded last save of each page, with one more save. */
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
 * Returns the page's own last save if its work does not know of it, because the page closed before the save was
 * confirmed. The work is still based on that save, because the saves of one page are sequential.
 * @param revision that the work names as its base.
 */
export function unknownSave(
  { lastSaves }: StoredHead,
  writer: string | undefined,
  revision: number | undefined,
): PageSave | undefined {
  const own = writer === undefined ? undefined : lastSaves?.[writer];
  return own && own.revision > (revision ?? 0) ? own : undefined;
}
