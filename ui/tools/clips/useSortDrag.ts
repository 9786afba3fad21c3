import { type PointerEvent as Press, type RefObject, useEffect, useRef, useState } from 'react';
import { holdTouches } from '../../../engine/browser/gestures/holdTouches.ts';

/** Dragged item and its drop position. */
export interface SortDrag {
  from: number;
  to: number;
  /** Distance of the dragged item from its original position, in CSS pixels. */
  offset: number;
  /** Distance that the items in between move aside, in CSS pixels. */
  room: number;
}

/** Distance in CSS pixels that a mouse moves before a drag starts. */
const WAY = 5;
/** Distance from the window's edge at which a drag scrolls the page, in CSS pixels, and CSS pixels per frame. */
const EDGE = 64;
const SCROLL = 10;

/**
 * Sorts the items of a list by mouse, pen or touch. Escape or a system cancel restores the order.
 * @param list its children are the items. @param onDrop called only with two different indices.
 * @returns the current drag, and the pointerdown handler for an item's handle.
 */
export function useSortDrag(list: RefObject<HTMLElement | null>, onDrop: (from: number, to: number) => void) {
  const [drag, setDrag] = useState<SortDrag>();
  const drop = useRef(onDrop);
  drop.current = onDrop;
  const running = useRef<AbortController>(undefined);
  useEffect(() => () => running.current?.abort(), []);
  const press = (index: number) => (event: Press<HTMLElement>) => {
    if (event.button !== 0 || running.current || !list.current) return;
    const ending = new AbortController();
    running.current = ending;
    startSorting(event, list.current, index, {
      signal: ending.signal,
      show: setDrag,
      end(to) {
        ending.abort();
        running.current = undefined;
        setDrag(undefined);
        if (to !== undefined && to !== index) drop.current(index, to);
      },
    });
  };
  return { drag, press };
}

interface SortWork {
  signal: AbortSignal;
  show: (drag: SortDrag) => void;
  /** @param to undefined if the drag was canceled or never started. */
  end: (to?: number) => void;
}

function startSorting(event: Press<HTMLElement>, list: HTMLElement, from: number, work: SortWork): void {
  const { pointerId, clientY } = event;
  const begun = clientY + scrollY;
  const items = [...list.children].map((item) => {
    const { top, height } = item.getBoundingClientRect();
    return { top: top + scrollY, height };
  });
  const own = items[from] ?? { top: 0, height: 0 };
  const gap = items.length > 1 ? (items[1]?.top ?? 0) - (items[0]?.top ?? 0) - (items[0]?.height ?? 0) : 0;
  let last = clientY;
  let to: number | undefined;
  let frame = 0;
  const follow = () => {
    const offset = last + scrollY - begun;
    if (to === undefined && Math.abs(offset) < WAY) return;
    const top = own.top + offset;
    // A neighbor moves aside once its middle is passed.
    to = items.filter(({ top: other, height }, index) =>
      index < from ? other + height / 2 < top : index > from && other + height / 2 < top + own.height,
    ).length;
    work.show({ from, to, offset, room: own.height + gap });
  };
  const scroll = () => {
    const by = last < EDGE ? -SCROLL : last > innerHeight - EDGE ? SCROLL : 0;
    if (by !== 0 && to !== undefined) {
      scrollBy(0, by);
      follow();
    }
    frame = requestAnimationFrame(scroll);
  };
  frame = requestAnimationFrame(scroll);
  work.signal.addEventListener('abort', () => cancelAnimationFrame(frame));
  const on = (name: 'pointermove' | 'pointerup' | 'pointercancel', run: (event: PointerEvent) => void) =>
    addEventListener(name, (one) => one.pointerId === pointerId && run(one), { signal: work.signal });
  on('pointermove', (one) => {
    last = one.clientY;
    follow();
  });
  holdTouches(list, () => to !== undefined, work.signal);
  on('pointerup', () => {
    if (to !== undefined) dropClick(list);
    work.end(to);
  });
  on('pointercancel', () => work.end());
  const callOff = (key: KeyboardEvent) => {
    if (key.key !== 'Escape' || to === undefined) return;
    key.preventDefault();
    key.stopPropagation();
    work.end();
  };
  addEventListener('keydown', callOff, { capture: true, signal: work.signal });
}

/** Suppresses the click that follows a drag. */
function dropClick(list: HTMLElement): void {
  const stop = (event: Event) => {
    event.preventDefault();
    event.stopPropagation();
  };
  list.addEventListener('click', stop, { capture: true, once: true });
  setTimeout(() => list.removeEventListener('click', stop, { capture: true }));
}
