import { proxy } from 'valtio/vanilla';
import { isHexColor } from '../../../engine/layout/hexColor.ts';
import { watchKit } from '../page/otherTabs.ts';
import { ownName } from '../page/owner.ts';

/** Maximum number of brand colors: three rows of a picker. */
export const MAX_BRAND_COLORS = 24;

const KEY = ownName('brandColors');

/** The user's brand colors in the order they were added; stored in this browser. */
export const brandColors = proxy({ colors: restoredColors(KEY, MAX_BRAND_COLORS) });

const reread = () => {
  brandColors.colors = restoredColors(KEY, MAX_BRAND_COLORS);
};
// Another tab may have changed them.
addEventListener('storage', ({ key }) => {
  if (key === KEY) reread();
});
watchKit(reread);

let isStored = true;

/** Adds a color (# and six digits), unless it exists or the maximum is reached. */
export function addBrandColor(color: string): void {
  const colors = colorsNow();
  if (isHexColor(color) && !colors.includes(color) && colors.length < MAX_BRAND_COLORS) setColors([...colors, color]);
}

/** Removes a color. */
export function removeBrandColor(color: string): void {
  setColors(colorsNow().filter((one) => one !== color));
}

/** Reads the stored colors, because another tab may have changed them before its event arrives. */
function colorsNow(): readonly string[] {
  return isStored ? restoredColors(KEY, MAX_BRAND_COLORS) : brandColors.colors;
}

function setColors(colors: string[]): void {
  brandColors.colors = colors;
  isStored = storeColors(KEY, colors);
}

/** Returns the colors stored under a key, in order; none if there are none or they are invalid. */
export function restoredColors(key: string, most = Number.POSITIVE_INFINITY): string[] {
  try {
    const kept: unknown = JSON.parse(localStorage.getItem(key) ?? '[]');
    if (!Array.isArray(kept)) return [];
    return kept.filter((one) => typeof one === 'string' && isHexColor(one)).slice(0, most);
  } catch {
    return [];
  }
}

/** Stores colors for the next visit. @returns false if storage is full or forbidden; they then last for this page. */
export function storeColors(key: string, colors: readonly string[]): boolean {
  try {
    localStorage.setItem(key, JSON.stringify(colors));
    return true;
  } catch {
    return false;
  }
}
