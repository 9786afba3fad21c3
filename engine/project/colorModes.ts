import { modeHsl, modeRgb, useMode as registerMode } from 'culori/fn';

// The tree-shakable half of culori knows only the color spaces that are registered.
registerMode(modeHsl);

/** Converts a color that culori parsed to red, green, blue and alpha of 0 to 1. */
export const toRgb = registerMode(modeRgb);
