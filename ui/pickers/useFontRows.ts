import { useEffect, useMemo, useState } from 'react';
import { useSnapshot } from 'valtio';
import { brandFonts, readFonts } from '../client/brand/brandFonts.ts';
import { ownFamilies } from '../client/brand/fontFamilies.ts';
import { type FontSection, fontSections, LETTER_PAGE, LIST_PAGE } from '../client/brand/fontSections.ts';

/** Scroll distance after which another page is loaded, in pixels. */
const SCROLL_STEP = 2000;

/** The rows of the list, loaded page by page. */
export interface FontRows {
  sections: readonly FontSection[];
  /** All matching families, in list order. */
  families: readonly string[];
  /** Number of rows shown. */
  shown: number;
  /** Shows at least this many rows. */
  showUpTo: (count: number) => void;
  /** Shows another page if the list has been scrolled far enough. */
  onScroll: (list: HTMLElement) => void;
}

/**
 * Loads rows page by page, so that a thousand families cost no more than a screenful.
 * @param value visible from the start.
 */
export function useFontRows(query: string, letter: string | undefined, value: string): FontRows {
  const page = letter && !query.trim() ? LETTER_PAGE : LIST_PAGE;
  const { list } = useSnapshot(brandFonts);
  useEffect(() => void readFonts(), []);
  const sections = useMemo(() => fontSections(query, letter, ownFamilies(list)), [query, letter, list]);
  const families = useMemo(() => sections.flatMap((section) => section.families), [sections]);
  const first = Math.max(page, families.indexOf(value) + 10);
  const [shown, setShown] = useState(first);
  const [pages, setPages] = useState(0);
  // biome-ignore lint/correctness/useExhaustiveDependencies: another list starts again from the top; another choice does not.
  useEffect(() => {
    setShown(first);
    setPages(0);
  }, [families]);
  return {
    sections,
    families,
    shown: Math.min(shown, families.length),
    showUpTo: (count) => setShown((now) => (count > now ? Math.max(count, now + page) : now)),
    onScroll({ scrollTop, scrollHeight, clientHeight }) {
      const isFar = scrollTop > SCROLL_STEP * (pages + 1);
      const isNearEnd = scrollHeight - scrollTop - clientHeight < clientHeight;
      if (shown >= families.length || !(isFar || isNearEnd)) return;
      setPages(pages + 1);
      setShown(shown + page);
    },
  };
}
