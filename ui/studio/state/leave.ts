import { navigate } from 'wouter/use-browser-location';
import { type FocusTarget, focusAt, focusOn } from '../../state/focus.ts';
import { isByKeyboard } from '../../state/input.ts';
import { place } from '../../state/place.ts';

/**
 * Leaves a screen for a path: goes back if the screen was opened from there, else navigates to it.
 * @param opener the control that opened the screen. It gets the focus of keyboard users. After a click the canvas gets
 * the focus, so that the next key press does not open the screen again.
 */
export function leaveFor(path: string, opener?: FocusTarget): void {
  const isByKeys = isByKeyboard() && place.openedBy !== 'pointer';
  if (place.from === path) history.back();
  else navigate(path, { replace: true });
  if (opener === undefined) return;
  if (isByKeys) focusAt(path, opener);
  else focusOn('main');
}
