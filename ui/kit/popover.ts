import { type RefObject, useEffect, useRef } from 'react';

/** Calls back when a press or the focus moves outside of an element. */
export function useOutside(root: RefObject<HTMLElement | null>, isOn: boolean, onOutside: () => void): void {
  const newest = useRef(onOutside);
  newest.current = onOutside;
  useEffect(() => {
    if (!isOn) return;
    const ending = new AbortController();
    const closeIfOutside = ({ target }: Event) => {
      if (target instanceof Node && !root.current?.contains(target)) newest.current();
    };
    for (const event of ['pointerdown', 'focusin'])
      addEventListener(event, closeIfOutside, { capture: true, signal: ending.signal });
    return () => ending.abort();
  }, [isOn, root]);
}

/**
 * Moves the focus between the visible links and buttons of a list by arrow keys (wrapping around), Home and End.
 * @returns whether it handled the key.
 */
export function moveFocus(list: HTMLElement | null | undefined, key: string): boolean {
  const all = [...(list?.querySelectorAll<HTMLElement>('a, button') ?? [])];
  // Skips hidden items; a DOM without layout, as in tests, reports all as hidden.
  const shown = all.filter((item) => item.getClientRects().length > 0);
  const items = shown.length > 0 ? shown : all;
  const at = items.indexOf(document.activeElement as HTMLElement);
  const targets: Record<string, number> = {
    ...{ ArrowDown: at + 1, ArrowRight: at + 1, ArrowUp: at < 0 ? -1 : at - 1, ArrowLeft: at < 0 ? -1 : at - 1 },
    ...{ Home: 0, End: -1 },
  };
  const to = targets[key];
  if (to === undefined) return false;
  items.at(to % items.length)?.focus();
  return true;
}

/**
 * Returns the index of the item of a grid that an arrow key, Home or End leads to; undefined for other keys.
 * @param from index of the current item.
 */
export function movedInGrid(key: string, from: number, items: readonly HTMLElement[]): number | undefined {
  const last = items.length - 1;
  const top = items[0]?.getBoundingClientRect().top;
  const beyond = items.findIndex((item) => item.getBoundingClientRect().top !== top);
  const columns = beyond < 0 ? items.length : beyond;
  const steps: Record<string, number> = { ArrowRight: 1, ArrowLeft: -1, ArrowDown: columns, ArrowUp: -columns };
  if (key === 'Home') return 0;
  if (key === 'End') return last;
  const step = steps[key];
  if (step === undefined) return undefined;
  const next = from + step;
  return next < 0 || next > last ? from : next;
}
