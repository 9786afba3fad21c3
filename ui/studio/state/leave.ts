import { navigate } from 'wouter/use-browser-location';
import { type FocusTarget, focusAt, focusOn } from '../../state/focus.ts';
import { isByKeyboard } from '../../state/input.ts';
import { place } from '../../state/place.ts';

/**
 * Leaves a screen for a path: back, where it was opened from there, else on to it.
 * @param opener what opened the screen: it gets the focus of whoever uses the keyboard. After a click the canvas has it,
 * so that the next key does not open the screen again.
 */
export function leaveFor(path: string, opener?: FocusTarget): void {
  const isByKeys = isByKeyboard() && place.openedBy !== 'pointer';
  if (place.from === path) history.back();
  else navigate(path, { replace: true });
  if (opener === undefined) return;
  if (isByKeys) focusAt(path, opener);
  else focusOn('main');
}
