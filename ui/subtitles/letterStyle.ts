import type { CSSProperties } from 'react';
import { fontStack } from '../../engine/painters/fonts.ts';
import type { EastAsianRegion } from '../../engine/project/eastAsianRegion.ts';

/** Characters that the interface font lacks. */
const isOther = /[^\t\n\r -\u024f\u2000-\u20bf]/;

/**
 * Returns the style for text of any script in a field: the fonts of the preview, in case the system has none.
 * @param region whose glyph variants East Asian characters use.
 */
export function letterStyle(text: string, region: EastAsianRegion | undefined): CSSProperties | undefined {
  return isOther.test(text) ? { fontFamily: `var(--font), ${fontStack('Arial', text, region)}` } : undefined;
}
