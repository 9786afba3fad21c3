import { type KeyboardEvent, type RefObject, useEffect, useLayoutEffect, useState } from 'react';
import type { FontRows } from './useFontRows.ts';

/** Rows per Page Up or Page Down. */
const PAGE_ROWS = 8;

interface Keys {
  /** Index of the active row. */
  active: number;
  setActive: (index: number) => void;
  onKeyDown: (event: KeyboardEvent) => void;
}

/**
 * Keyboard navigation of the rows: arrow keys, Page Up and Page Down, and in the list also Home and End; Enter chooses.
 * @param value the row that is active at first.
 * @param rowId id of a row's element.
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
    // The sheet opens after its content is mounted.
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

/**
 * Index of the row a key leads to; undefined for other keys.
 * @param isList false in the text field, which uses Home and End itself.
 */
function movedBy(key: string, from: number, count: number, isList: boolean): number | undefined {
  const steps: Record<string, number> = { ArrowDown: 1, ArrowUp: -1, PageDown: PAGE_ROWS, PageUp: -PAGE_ROWS };
  if (isList && key === 'Home') return 0;
  if (isList && key === 'End') return count - 1;
  const step = steps[key];
  return step === undefined || count === 0 ? undefined : Math.min(count - 1, Math.max(0, from + step));
}
