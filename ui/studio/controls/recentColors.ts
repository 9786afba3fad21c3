import { proxy } from 'valtio/vanilla';
import { isHexColor } from '../../../engine/layout/hexColor.ts';
import { restoredColors, storeColors } from '../../state/storedColors.ts';
import { isSameColor } from './colorText.ts';

/** How many colors are remembered: one row of the picker. */
const MAX_RECENT_COLORS = 8;

const KEY = 'recentColors';

/** The colors that were chosen last, newest first; kept in this browser. */
export const recent = proxy({ colors: restoredColors(KEY, MAX_RECENT_COLORS) });

/** Puts a color at the front of those chosen last. "none" and see-through ones are not remembered. */
export function rememberColor(color: string): void {
  if (!isHexColor(color)) return;
  recent.colors = [color, ...recent.colors.filter((one) => !isSameColor(one, color))].slice(0, MAX_RECENT_COLORS);
  storeColors(KEY, recent.colors);
}
