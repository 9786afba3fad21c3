import { type RefObject, useEffect, useRef } from 'react';
import { focusOn } from '../state/focus.ts';
import type { ScreenId } from './screens.ts';

/**
 * Puts the focus on a screen as it opens, where what opened it went away with the focus: keys then go to the screen, and
 * Tab begins there.
 */
export function useFocusOnOpen(place: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    if (isFocusLost() || document.activeElement?.id === 'main') place.current?.focus({ preventScroll: true });
  }, [place]);
}

/** Puts the focus on the canvas's place when the way went on and what had the focus is gone, as a footer's buttons are. */
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
