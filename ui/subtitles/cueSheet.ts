import type { SheetGroup } from '../kit/ShortcutGroups.tsx';
import { cueKeys } from './cueKeys.ts';

/** Returns the shortcuts in the text of a cue, for a sheet. @param options.cuts whether words can be cut out. */
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

/** Shortcuts of the subtitle page, for its sheet. */
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
