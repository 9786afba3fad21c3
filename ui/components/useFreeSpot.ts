import { type RefObject, useLayoutEffect } from 'react';
import { useSnapshot } from 'valtio';
import { place } from '../state/place.ts';
import { freeSpot, type Rect } from './freeSpot.ts';

/** Distance from the edges of the window, CSS pixels. */
const MARGIN = 16;

const CONTROLS =
  'a[href], button, input, select, textarea, summary, label, [role="slider"], [role="button"], [contenteditable="true"], .stage-handle';

/** How late a page may still move its controls after a message has come, milliseconds. */
const SETTLED_MS = 400;

/**
 * Puts an element of the window where it covers no control of the page, or of the dialog that it is in. It stays there
 * until the page scrolls, changes its size, or another screen comes.
 * @param content what the element shows: with another one it is placed again.
 */
export function useFreeSpot(ref: RefObject<HTMLElement | null>, content: unknown): void {
  const { path } = useSnapshot(place);
  // biome-ignore lint/correctness/useExhaustiveDependencies: content and path are what it is placed for.
  useLayoutEffect(() => {
    const put = () => ref.current && putFree(ref.current);
    put();
    const timer = setTimeout(put, SETTLED_MS);
    addEventListener('resize', put);
    // A dialog over the page hides it; where the dialog goes, it comes back.
    const seen = typeof ResizeObserver === 'function' ? new ResizeObserver(put) : undefined;
    if (ref.current) seen?.observe(ref.current);
    // What loads late may come to lie below it.
    seen?.observe(document.body);
    addEventListener('scrollend', put, true);
    return () => {
      clearTimeout(timer);
      seen?.disconnect();
      removeEventListener('resize', put);
      removeEventListener('scrollend', put, true);
    };
  }, [ref, content, path]);
}

function putFree(element: HTMLElement): void {
  const { width, height } = element.getBoundingClientRect();
  if (width === 0 || element.matches(':hover, :focus-within')) return;
  const room = { left: MARGIN, top: MARGIN, width: innerWidth - 2 * MARGIN, height: innerHeight - 2 * MARGIN };
  const { left, top } = freeSpot({ width, height }, room, controlsBeside(element));
  Object.assign(element.style, { left: `${left}px`, top: `${top}px` });
}

/** The controls in sight; those that a dialog hides are not. */
function controlsBeside(element: HTMLElement): Rect[] {
  const dialog = element.closest('dialog[open]');
  const over = dialog?.getBoundingClientRect();
  return [...document.querySelectorAll(CONTROLS)].flatMap((control) => {
    if (element.contains(control)) return [];
    const rect = control.getBoundingClientRect();
    if (over && !dialog?.contains(control) && isTouching(rect, over)) return [];
    const isInSight = rect.bottom > 0 && rect.top < innerHeight && rect.right > 0 && rect.left < innerWidth;
    return rect.width > 0 && isInSight && isVisible(control) ? [rect] : [];
  });
}

function isTouching(one: DOMRect, other: DOMRect): boolean {
  return one.left < other.right && one.right > other.left && one.top < other.bottom && one.bottom > other.top;
}

function isVisible(control: Element): boolean {
  return control.checkVisibility?.({ visibilityProperty: true, opacityProperty: true }) ?? true;
}
