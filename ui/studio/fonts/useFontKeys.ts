import { type KeyboardEvent, type RefObject, useEffect, useLayoutEffect, useState } from 'react';
import type { FontRows } from './useFontRows.ts';

/** Rows that Page Up and Page Down pass over. */
const PAGE_ROWS = 8;

interface Keys {
  /** Index of the row where the keyboard is. */
  active: number;
  setActive: (index: number) => void;
  onKeyDown: (event: KeyboardEvent) => void;
}

/**
 * Moves through the rows by arrow keys, Page Up and Page Down, in the list by Home and End too; Enter chooses.
 * @param value where another list begins. @param rowId id of a row's element.
 */
export function useFontKeys(
  rows: FontRows,
  list: RefObject<HTMLElement | null>,
  { value, rowId, choose }: { value: string; rowId: (index: number) => string; choose: (family: string) => void },
): Keys {
  const { families } = rows;
  const [active, setActive] = useState(() => Math.max(0, families.indexOf(value)));
  // biome-ignore lint/correctness/useExhaustiveDependencies: only a move scrolls.
  useLayoutEffect(() => {
    document.getElementById(rowId(active))?.scrollIntoView({ block: 'nearest' });
  }, [active]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: another list begins at its choice, or at its top.
  useEffect(() => {
    const chosen = families.indexOf(value);
    setActive(Math.max(0, chosen));
    // A sheet opens after what is in it was made.
    const frame = requestAnimationFrame(() => {
      if (chosen > 0) document.getElementById(rowId(chosen))?.scrollIntoView({ block: 'center' });
      else if (list.current) list.current.scrollTop = 0;
    });
    return () => cancelAnimationFrame(frame);
  }, [families]);
  const onKeyDown = (event: KeyboardEvent) => {
    const isList = event.currentTarget === list.current;
    const family = families[active];
    const next = movedBy(event.key, active, families.length, isList);
    if ((event.key === 'Enter' || (isList && event.key === ' ')) && family !== undefined) choose(family);
    else if (next === undefined) return;
    else {
      rows.showUpTo(next + PAGE_ROWS);
      setActive(next);
    }
    event.preventDefault();
  };
  return { active, setActive, onKeyDown };
}

/** Where a key leads; undefined for keys that lead nowhere. @param isList Home and End belong to a text field. */
function movedBy(key: string, from: number, count: number, isList: boolean): number | undefined {
  const steps: Record<string, number> = { ArrowDown: 1, ArrowUp: -1, PageDown: PAGE_ROWS, PageUp: -PAGE_ROWS };
  if (isList && key === 'Home') return 0;
  if (isList && key === 'End') return count - 1;
  const step = steps[key];
  return step === undefined || count === 0 ? undefined : Math.min(count - 1, Math.max(0, from + step));
}
