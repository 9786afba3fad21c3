import { type RefObject, useEffect, useRef } from 'react';

/** Calls back when the pointer goes down, or the focus goes, outside of an element. */
export function useOutside(root: RefObject<HTMLElement | null>, isOn: boolean, onOutside: () => void): void {
  const newest = useRef(onOutside);
  newest.current = onOutside;
  useEffect(() => {
    if (!isOn) return;
    const ending = new AbortController();
    const look = ({ target }: Event) => {
      if (target instanceof Node && !root.current?.contains(target)) newest.current();
    };
    for (const event of ['pointerdown', 'focusin'])
      addEventListener(event, look, { capture: true, signal: ending.signal });
    return () => ending.abort();
  }, [isOn, root]);
}

/**
 * Goes through the shown links and buttons of a list by the arrow keys, round its ends, and by Home and End.
 * @returns whether the key was one of them.
 */
export function moveFocus(list: HTMLElement | null | undefined, key: string): boolean {
  const all = [...(list?.querySelectorAll<HTMLElement>('a, button') ?? [])];
  // What is not shown at this width takes no focus; a light DOM without layout shows none of them.
  const shown = all.filter((item) => item.getClientRects().length > 0);
  const items = shown.length > 0 ? shown : all;
  const at = items.indexOf(document.activeElement as HTMLElement);
  const ways: Record<string, number> = {
    ...{ ArrowDown: at + 1, ArrowRight: at + 1, ArrowUp: at < 0 ? -1 : at - 1, ArrowLeft: at < 0 ? -1 : at - 1 },
    ...{ Home: 0, End: -1 },
  };
  const to = ways[key];
  if (to === undefined) return false;
  items.at(to % items.length)?.focus();
  return true;
}
