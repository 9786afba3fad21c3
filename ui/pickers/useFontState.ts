import { useSyncExternalStore } from 'react';
import { type FontState, fontStateOf, watchFonts } from '../../engine/browser/loadFonts.ts';

/** Loading state of a family, with updates. */
export function useFontState(family: string): FontState {
  return useSyncExternalStore(watchFonts, () => fontStateOf(family));
}
