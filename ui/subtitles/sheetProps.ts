import type { Draft } from '../tools/storedDrafts.ts';

/** What a screen over the page of subtitles works with. */
export interface SheetProps {
  tool: { id: string };
  draft: Draft;
}

/** The settings that are colors. */
export type ColorField = 'color' | 'background' | 'highlightColor' | 'videoBackgroundColor';
