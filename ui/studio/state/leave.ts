import { navigate } from 'wouter/use-browser-location';
import { place } from '../../state/place.ts';

/**
 * Leaves a screen for a path: back, where it was opened from there, else on to it. The focus goes to a control there.
 * @param focus selector of the control, as soon as it is shown.
 */
export function leaveFor(path: string, focus?: string): void {
  if (place.from === path) history.back();
  else navigate(path, { replace: true });
  if (focus !== undefined) focusSoon(path, focus);
}

/** How long a control may take to be shown, milliseconds. */
const PATIENCE_MS = 2000;

function focusSoon(path: string, selector: string): void {
  const end = performance.now() + PATIENCE_MS;
  const look = () => {
    const control = place.path === path ? document.querySelector<HTMLElement>(selector) : null;
    // Whoever has gone to another control meanwhile stays there; the page, or a part of it as a whole, is none.
    const { activeElement } = document;
    const isFree = !(activeElement instanceof HTMLElement) || activeElement.tabIndex < 0;
    if (control && isFree) control.focus({ preventScroll: true });
    else if (performance.now() < end) requestAnimationFrame(look);
  };
  requestAnimationFrame(look);
}
