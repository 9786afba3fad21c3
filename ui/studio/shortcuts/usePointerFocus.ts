import { useEffect } from 'react';
import { focusOn } from '../../state/focus.ts';
import { noteClick } from './ownsSpace.ts';

/** What is pressed, as against written in or dragged along. */
const PRESSED = 'button, a[href], summary, [role="button"], [role="switch"]';

/**
 * Gives the keyboard back to the canvas after a click: Space then plays and arrow keys move the layer, whichever button
 * of a bar was clicked last. Whoever went to a button by Tab stays there. In a sheet the focus stays on what was clicked,
 * but Space is not meant for it.
 */
export function usePointerFocus(): void {
  useEffect(() => {
    const giveBack = (event: MouseEvent) => {
      // Clicks by a key, a script or a screen reader count no presses.
      if (event.detail === 0 || !(event.target instanceof Element)) return;
      const control = event.target.closest(PRESSED);
      if (!control?.contains(document.activeElement)) return;
      // In a sheet, and where arrow keys move what was clicked, the focus stays.
      if (control.closest('dialog, [data-arrows]')) noteClick(control);
      else focusOn('main');
    };
    // Before the click does its work, so that a sheet that it opens gives the focus back to the canvas too.
    addEventListener('click', giveBack, { capture: true });
    return () => removeEventListener('click', giveBack, { capture: true });
  }, []);
}
