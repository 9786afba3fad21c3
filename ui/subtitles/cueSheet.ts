import type { SheetGroup } from '../kit/ShortcutGroups.tsx';
import { cueKeys } from './cueKeys.ts';

const rows = cueKeys.map(({ keys, words }) => ({ keys, words }));
const joining = rows.findIndex(({ keys }) => keys.includes('backspace'));

/** Shortcuts in the text of a cue, for a sheet. */
export const cueTextKeys: readonly SheetGroup[] = [
  { title: 'Subtitle text', rows: rows.slice(0, joining) },
  { title: 'Subtitle of this text', rows: rows.slice(joining) },
];

/** Shortcuts of the subtitle page, for its sheet. */
export const cueSheet: readonly SheetGroup[] = [
  ...cueTextKeys,
  {
    title: 'The page',
    rows: [
      { keys: ['space'], words: 'Play or pause (outside text fields)' },
      { keys: ['?'], words: 'Show this list' },
    ],
  },
];
