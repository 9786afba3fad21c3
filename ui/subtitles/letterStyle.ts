import type { CSSProperties } from 'react';
import { fontStack } from '../../engine/painters/fonts.ts';
import type { EastAsianRegion } from '../../engine/project/eastAsianRegion.ts';

/** Beyond the letters that the font of the pages has. */
const isOther = /[^\t\n\r -\u024f\u2000-\u20bf]/;

/**
 * How a text of whatever script is written in a field: with the fonts that the preview has for it, where the machine may have none.
 * @param region in whose shapes East Asian letters are drawn.
 */
export function letterStyle(text: string, region: EastAsianRegion | undefined): CSSProperties | undefined {
  return isOther.test(text) ? { fontFamily: `var(--font), ${fontStack('Arial', text, region)}` } : undefined;
}
