import { useSyncExternalStore } from 'react';
import { type FontState, fontNews, fontStateOf, watchFonts } from '../../../engine/browser/fonts.ts';

/** How things stand with a family, as it changes. */
export function useFontState(family: string): FontState {
  return useSyncExternalStore(watchFonts, () => fontStateOf(family));
}

/** How many font files have come, beside those of the style sheet. */
export function useFontsLoaded(): number {
  return useSyncExternalStore(watchFonts, () => fontNews().loaded);
}
