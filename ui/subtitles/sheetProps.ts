import type { Draft } from '../tools/storedDrafts.ts';

/** Props of a screen over the subtitle page. */
export interface SheetProps {
  tool: { id: string };
  draft: Draft;
}

/** Settings that are colors. */
export type ColorField = 'color' | 'background' | 'highlightColor' | 'videoBackgroundColor';
