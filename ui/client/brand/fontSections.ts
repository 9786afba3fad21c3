import { defaultFamilies } from '../../../engine/painters/fonts.ts';
import { catalogueFamilies } from '../../../engine/painters/fontsCatalogue.ts';
import { familyTitle } from './fontFamilies.ts';

/** Families under a heading of the list. */
export interface FontSection {
  title: string;
  families: readonly string[];
}

/** Rows added per page of the full list. */
export const LIST_PAGE = 70;
/** Rows added per page of one letter. */
export const LETTER_PAGE = 100;

/** Initial letters of families. */
export const letters = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ'.split('');

/**
 * The sections of the list: families that start with the query (ignoring case) or letter. Without either, all: the
 * user's own, the defaults, those shipped with Cutroom, and the others.
 * @param own the user's families, each by the address of one of its files.
 */
export function fontSections(query: string, letter: string | undefined, own: readonly string[]): FontSection[] {
  const start = (query.trim() || letter || '').toLowerCase();
  if (start) {
    const families = [...own, ...allFamilies()].filter((name) => familyTitle(name).toLowerCase().startsWith(start));
    return families.length > 0 ? [{ title: query.trim() ? 'Results' : start.toUpperCase(), families }] : [];
  }
  const catalogue = catalogueFamilies();
  const named = (isReady: boolean) => catalogue.filter((one) => one.isReady === isReady).map(({ name }) => name);
  return [
    ...(own.length > 0 ? [{ title: 'Yours', families: own }] : []),
    { title: 'Default', families: defaultFamilies },
    { title: 'Ready', families: named(true) },
    { title: 'A–Z', families: named(false) },
  ];
}

/** Number of available families. */
export function familyCount(): number {
  return allFamilies().length;
}

let all: readonly string[] | undefined;

function allFamilies(): readonly string[] {
  all ??= [...defaultFamilies, ...catalogueFamilies().map(({ name }) => name)].sort((a, b) => a.localeCompare(b, 'en'));
  return all;
}

/** The sections within the first `shown` rows, truncated, with the index of their first row. */
export function shownSections(sections: readonly FontSection[], shown: number): (FontSection & { from: number })[] {
  let from = 0;
  const all = sections.map(({ title, families }) => {
    const here = from;
    from += families.length;
    return { title, from: here, families: families.slice(0, Math.max(0, shown - here)) };
  });
  return all.filter(({ families }) => families.length > 0);
}
