import { proxy } from 'valtio/vanilla';
import { isHexColor } from '../../../engine/layout/hexColor.ts';
import { restoredColors, storeColors } from '../../state/storedColors.ts';
import { isSameColor } from './colorText.ts';

/** One row of the picker. */
const MAX_RECENT_COLORS = 8;

const KEY = 'recentColors';

/** The most recently chosen colors, newest first. Stored in this browser. */
export const recent = proxy({ colors: restoredColors(KEY, MAX_RECENT_COLORS) });

/** Adds a color to the front of the recent ones. Ignores "none" and transparent colors. */
export function rememberColor(color: string): void {
  if (!isHexColor(color)) return;
  recent.colors = [color, ...recent.colors.filter((one) => !isSameColor(one, color))].slice(0, MAX_RECENT_COLORS);
  storeColors(KEY, recent.colors);
}
