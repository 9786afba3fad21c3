import { type RefObject, useLayoutEffect, useRef } from 'react';

/**
 * Moves the focus on unmount: if the focus is inside, the replacing element receives it.
 * @param place element that may contain the focus.
 * @param next returns the element to focus; called after the DOM update.
 */
export function useFocusHandover(
  place: RefObject<HTMLElement | null>,
  next: () => HTMLElement | null | undefined,
): void {
  const newest = useRef(next);
  newest.current = next;
  useLayoutEffect(() => {
    return () => {
      // This element is still in the document here; its successor is not yet.
      if (place.current?.contains(document.activeElement)) queueMicrotask(() => newest.current()?.focus());
    };
  }, [place]);
}
