import type { SheetGroup } from '../studio/shortcuts/ShortcutGroups.tsx';
import { cueKeys } from './cueKeys.ts';

/** The keys in the text of a subtitle, for a sheet. @param options.cuts whether the video can be cut by its words. */
export function cueTextKeys({ cuts }: { cuts: boolean }): SheetGroup[] {
  const rows = cueKeys
    .filter(({ isForCuts = false }) => cuts || !isForCuts)
    .map(({ keys, words }) => ({ keys, words }));
  const joining = rows.findIndex(({ keys }) => keys.includes('backspace'));
  return [
    { title: 'Subtitle text', rows: rows.slice(0, joining) },
    { title: 'Subtitle of this text', rows: rows.slice(joining) },
  ];
}

/** The keys of the page of subtitles, for its sheet. */
export const cueSheet: readonly SheetGroup[] = [
  ...cueTextKeys({ cuts: true }),
  {
    title: 'The page',
    rows: [
      { keys: ['space'], words: 'Play or pause (outside text fields)' },
      { keys: ['?'], words: 'Show this list' },
    ],
  },
];
