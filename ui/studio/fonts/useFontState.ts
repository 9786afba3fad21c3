import { useSyncExternalStore } from 'react';
import { type FontState, fontStateOf, watchFonts } from '../../../engine/browser/loadFonts.ts';

/** How things stand with a family, as it changes. */
export function useFontState(family: string): FontState {
  return useSyncExternalStore(watchFonts, () => fontStateOf(family));
}
