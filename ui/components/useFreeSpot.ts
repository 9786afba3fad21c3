import { type RefObject, useLayoutEffect } from 'react';
import { useSnapshot } from 'valtio';
import { place } from '../state/place.ts';
import { freeSpot, type Rect } from './freeSpot.ts';

/** Distance from the window's edges, in CSS pixels. */
const MARGIN = 16;

const CONTROLS =
  'a[href], button, input, select, textarea, summary, label, [role="slider"], [role="button"], [contenteditable="true"], .stage-handle';

/** Time in which the page may still move its controls after a message appears, in milliseconds. */
const SETTLED_MS = 400;

/**
 * Positions a fixed element where it covers no control of the page, or of the dialog that contains it. The position
 * stays until the page scrolls, resizes or shows another screen.
 * @param content of the element: when it changes, the element is positioned again.
 */
export function useFreeSpot(ref: RefObject<HTMLElement | null>, content: unknown): void {
  const { path } = useSnapshot(place);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the position depends on content and path.
  useLayoutEffect(() => {
    const put = () => ref.current && putFree(ref.current);
    put();
    const timer = setTimeout(put, SETTLED_MS);
    addEventListener('resize', put);
    // A dialog over the page hides it; when the dialog closes, it reappears.
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

/** Returns the visible controls, except those that a dialog covers. */
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
