import { scrollAtEdges } from '../../../engine/browser/gestures/edgeScroll.ts';

/** How long a finger must rest on a bar before it drags it, in milliseconds. */
export const LONG_PRESS_MS = 150;

/**
 * The board around a dragged element: edge scrolling, and a converter of pointer positions to CSS pixels from the
 * start.
 */
export function boardAround(element: Element) {
  const all = element.closest('.board-all');
  return {
    scroll: scrollAtEdges(all?.parentElement),
    placeOf: (clientX: number) => clientX - (all?.getBoundingClientRect().left ?? 0),
  };
}

/** Scrolls an element that a key has moved into view, after the next layout. */
export function scrollIntoViewLater(element: Element): void {
  requestAnimationFrame(() => element.scrollIntoView({ block: 'nearest', inline: 'nearest' }));
}
