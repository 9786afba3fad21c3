import { useEffect, useRef } from 'react';
import { place } from '../../state/place.ts';
import { isDragging } from '../controls/drag.ts';
import { isSheet } from '../screens.ts';
import { ownsSpace } from './ownsSpace.ts';

/** What keys do on a screen that takes the canvas's place, unless a control means something else by them. */
export interface WorkKeys {
  space?: () => void;
  escape?: () => void;
  /** An arrow key, also while it is held. */
  arrow?: (press: KeyboardEvent) => void;
}

/** Listens to keys while a screen is shown, wherever the focus is; the Studio's own shortcuts make way for them. */
export function useWorkKeys(keys: WorkKeys): void {
  const newest = useRef(keys);
  newest.current = keys;
  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey) return;
      // What opens over a page has the keyboard for itself, there as here.
      if (isSheet(place.screen) || document.querySelector('dialog[open]') || isDragging()) return;
      const run = workOf(event, newest.current);
      if (!run) return;
      event.preventDefault();
      if (!event.repeat || run === newest.current.arrow) run(event);
    };
    // Before the Studio's shortcuts, which pass by a key that was taken.
    addEventListener('keydown', press, { capture: true });
    return () => removeEventListener('keydown', press, { capture: true });
  }, []);
}

/** Controls that do something of their own at the arrow keys. */
const MOVED = 'input, textarea, select, [role="radiogroup"], [role="slider"], [data-arrows]';

function workOf({ key, target }: KeyboardEvent, keys: WorkKeys): WorkKeys['arrow'] {
  const control = target instanceof Element ? target : document.body;
  if (key === ' ') return ownsSpace(control) ? undefined : keys.space;
  if (key === 'Escape') return isWritten(control) ? undefined : keys.escape;
  return key.startsWith('Arrow') && !control.closest(MOVED) ? keys.arrow : undefined;
}

/** Whether Escape takes back what is being typed there, before it leaves the screen. */
function isWritten(place: Element): boolean {
  if (place instanceof HTMLInputElement && ['range', 'radio', 'checkbox'].includes(place.type)) return false;
  return place.closest('input:not([data-at-rest]), textarea') !== null;
}
