import { modeHsl, modeRgb, useMode } from 'culori/fn';

// The tree-shakable half of culori knows only the colour spaces that are registered.
useMode(modeHsl);

/** Converts a colour that culori parsed to red, green, blue and alpha of 0 to 1. */
export const toRgb = useMode(modeRgb);
