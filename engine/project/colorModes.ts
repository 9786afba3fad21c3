import { modeHsl, modeRgb, useMode as registerMode } from 'culori/fn';

// culori's tree-shakable build knows only registered color spaces.
registerMode(modeHsl);

/** Converts a color that culori parsed to red, green, blue and alpha from 0 to 1. */
export const toRgb = registerMode(modeRgb);
