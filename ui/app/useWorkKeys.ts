import { useEffect, useRef } from 'react';
import { isDragging } from '../kit/drag.ts';
import { ownsSpace } from '../kit/input.ts';
import { place } from './place.ts';
import { isSheet } from './screens.ts';

/** Key handlers of a screen that replaces the canvas. A control that uses the key takes precedence. */
export interface WorkKeys {
  space?: () => void;
  escape?: () => void;
  /** An arrow key; repeats while pressed. */
  arrow?: (press: KeyboardEvent) => void;
}

/** Handles keys while a screen is shown, wherever the focus is. They override the Studio's shortcuts. */
export function useWorkKeys(keys: WorkKeys): void {
  const newest = useRef(keys);
  newest.current = keys;
  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey) return;
      // A dialog or a drag uses the keyboard itself.
      if (isSheet(place.screen) || document.querySelector('dialog[open]') || isDragging()) return;
      const run = workOf(event, newest.current);
      if (!run) return;
      event.preventDefault();
      if (!event.repeat || run === newest.current.arrow) run(event);
    };
    // In the capture phase: the Studio's shortcuts ignore handled events.
    addEventListener('keydown', press, { capture: true });
    return () => removeEventListener('keydown', press, { capture: true });
  }, []);
}

/** Controls that use arrow keys. */
const MOVED = 'input, textarea, select, [role="radiogroup"], [role="slider"], [data-arrows]';

function workOf({ key, target }: KeyboardEvent, keys: WorkKeys): WorkKeys['arrow'] {
  const control = target instanceof Element ? target : document.body;
  if (key === ' ') return ownsSpace(control) ? undefined : keys.space;
  if (key === 'Escape') return isWritten(control) ? undefined : keys.escape;
  return key.startsWith('Arrow') && !control.closest(MOVED) ? keys.arrow : undefined;
}

/** Whether Escape discards typed text there before it leaves the screen. */
function isWritten(place: Element): boolean {
  if (place instanceof HTMLInputElement && ['range', 'radio', 'checkbox'].includes(place.type)) return false;
  return place.closest('input:not([data-at-rest]), textarea') !== null;
}
