import { type RefObject, useEffect, useRef } from 'react';
import { focusOn } from '../state/focus.ts';
import type { ScreenId } from './screens.ts';

/** Focuses a screen on mount if the control that opened it is gone, so that keys and Tab work from there. */
export function useFocusOnOpen(place: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    if (isFocusLost() || document.activeElement?.id === 'main') place.current?.focus({ preventScroll: true });
  }, [place]);
}

/** Focuses the canvas after a navigation that removed the focused element, such as a footer button. */
export function useFocusAfter(opened: ScreenId): void {
  const before = useRef(opened);
  useEffect(() => {
    if (before.current !== opened && isFocusLost()) {
      focusOn('main');
    }
    before.current = opened;
  }, [opened]);
}

function isFocusLost(): boolean {
  return document.activeElement === null || document.activeElement === document.body;
}
