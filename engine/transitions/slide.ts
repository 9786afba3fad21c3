import { sideBySide, steady } from './sideBySide.ts';

/** The next scene enters, from the right by default, and moves the previous one out at a constant pace. */
export const slide = sideBySide(steady);
