import { createContext } from 'react';

/** Display width of a preview in CSS pixels, so that its overlay resizes in the same render. */
export const SheetWidth = createContext(0);
