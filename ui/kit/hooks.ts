import { type RefObject, useEffect, useLayoutEffect, useRef, useSyncExternalStore } from 'react';
import { t } from '../client/page/t.ts';

/**
 * Sets the document's title and description while a screen is shown.
 * @param title '' for the product name only. @param description one sentence; '' keeps the current one.
 */
export function useTitle(title: string, description = ''): void {
  useEffect(() => {
    document.title = title ? `${t(title)} · Cutroom` : 'Cutroom';
    if (description) document.querySelector('meta[name=description]')?.setAttribute('content', t(description));
  }, [title, description]);
}

const mobile = matchMedia('(max-width: 768px)');
const roomy = matchMedia('(min-width: 769px) and (min-height: 561px)');

/** Whether the window is 768 px wide or less. */
export function useIsMobile(): boolean {
  return useMedia(mobile);
}

/** Whether the window has room for panels around the canvas: no phone, not even in landscape. */
export function hasDocks(): boolean {
  return roomy.matches;
}

/** Rerenders when `hasDocks` changes. */
export function useHasDocks(): boolean {
  return useMedia(roomy);
}

function useMedia(query: MediaQueryList): boolean {
  return useSyncExternalStore(
    (changed) => {
      query.addEventListener('change', changed);
      return () => query.removeEventListener('change', changed);
    },
    () => query.matches,
  );
}

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

/**
 * Calls back with whether an element is in view, at first and on each change.
 * @param rootMargin extends the viewport, as in CSS. @returns a function that stops this.
 */
export function watchSight(element: Element, onChange: (isSeen: boolean) => void, rootMargin = '0px'): () => void {
  // A busy browser reports several changes at once, the newest last.
  const observer = new IntersectionObserver((entries) => onChange(entries.at(-1)?.isIntersecting === true), {
    rootMargin,
  });
  observer.observe(element);
  return () => observer.disconnect();
}
