import { type RefObject, useLayoutEffect, useRef } from 'react';

/**
 * Hands the focus on: when what uses this goes away with the focus in it, what takes its place gets the focus.
 * @param place what may have it.
 * @param next finds who gets it, asked once the page is as it will be.
 */
export function useFocusHandover(
  place: RefObject<HTMLElement | null>,
  next: () => HTMLElement | null | undefined,
): void {
  const newest = useRef(next);
  newest.current = next;
  useLayoutEffect(() => {
    return () => {
      // It is still in the page here, and its successor is not yet.
      if (place.current?.contains(document.activeElement)) queueMicrotask(() => newest.current()?.focus());
    };
  }, [place]);
}
