import { useEffect } from 'react';
import { focusOn } from '../../state/focus.ts';
import { noteClick } from './ownsSpace.ts';

/** Controls that are pressed, as opposed to typed in or dragged. */
const PRESSED = 'button, a[href], summary, [role="button"], [role="switch"]';

/**
 * Returns the focus to the canvas after a click, so that Space plays and arrow keys move the layer. Focus by Tab stays
 * on the button. In a sheet the clicked control keeps the focus but ignores Space.
 */
export function usePointerFocus(): void {
  useEffect(() => {
    const giveBack = (event: MouseEvent) => {
      // Clicks by key, script or screen reader have detail 0.
      if (event.detail === 0 || !(event.target instanceof Element)) return;
      const control = event.target.closest(PRESSED);
      if (!control?.contains(document.activeElement)) return;
      // In a sheet, and where arrow keys apply to the clicked control, the focus stays.
      if (control.closest('dialog, [data-arrows]')) noteClick(control);
      else focusOn('main');
    };
    // In the capture phase, so that a sheet opened by the click returns the focus to the canvas too.
    addEventListener('click', giveBack, { capture: true });
    return () => removeEventListener('click', giveBack, { capture: true });
  }, []);
}
