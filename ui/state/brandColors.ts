import { proxy } from 'valtio/vanilla';
import { isHexColor } from '../../engine/layout/hexColor.ts';
import { watchKit } from './kitChanges.ts';
import { ownName } from './owner.ts';
import { restoredColors, storeColors } from './storedColors.ts';

/** How many colors a brand has at most: three rows of a picker. */
export const MAX_BRAND_COLORS = 24;

const KEY = ownName('brandColors');

/** The colors of the person's own brand, in the order in which they were added; stored in this browser. */
export const brandColors = proxy({ colors: restoredColors(KEY, MAX_BRAND_COLORS) });

const reread = () => {
  brandColors.colors = restoredColors(KEY, MAX_BRAND_COLORS);
};
// Another tab may have added one.
addEventListener('storage', ({ key }) => {
  if (key === KEY) reread();
});
watchKit(reread);

let isStored = true;

/** Adds a color, # and six digits, unless it is among them or there are as many as may be. */
export function addBrandColor(color: string): void {
  const colors = colorsNow();
  if (isHexColor(color) && !colors.includes(color) && colors.length < MAX_BRAND_COLORS) put([...colors, color]);
}

/** Takes a color out. */
export function removeBrandColor(color: string): void {
  put(colorsNow().filter((one) => one !== color));
}

/** What is stored: another tab may have changed it a moment ago, before this one has heard of it. */
function colorsNow(): readonly string[] {
  return isStored ? restoredColors(KEY, MAX_BRAND_COLORS) : brandColors.colors;
}

function put(colors: string[]): void {
  brandColors.colors = colors;
  isStored = storeColors(KEY, colors);
}
