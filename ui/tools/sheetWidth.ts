import { createContext } from 'react';

/** How wide the picture of a preview is shown, CSS pixels: what stands over it has its size in the same moment. */
export const SheetWidth = createContext(0);
