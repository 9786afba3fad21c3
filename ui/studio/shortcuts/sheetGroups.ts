import type { SheetGroup } from '../../kit/ShortcutGroups.tsx';
import { barKeys, rowKeys, type TimeKeys, trimKeys } from '../../kit/timeKeys.ts';
import { type Action, actionGroups } from '../actions/action.ts';
import { shortcuts } from '../actions/actions.ts';
import { seekKeys } from '../controls/useSeeker.ts';

/** The list of shortcuts: those of the whole Studio, then those of focused timeline elements. */
export const sheetGroups: readonly SheetGroup[] = [
  ...actionGroups.map(groupOf).filter(({ rows }) => rows.length > 0),
  {
    title: 'A clip on the timeline',
    rows: [
      ...inWords('Move it', barKeys.both),
      ...inWords('Move its end', barKeys.end),
      { keys: rowKeys, words: 'Go to the clip above or below' },
    ],
  },
  { title: 'The end of a clip, scene, trim range or audio', rows: inWords('Move it', trimKeys) },
  { title: 'The border between two clips', rows: inWords('Move it', barKeys.end) },
  { title: 'Timeline time', rows: inWords('Go', seekKeys) },
];

function groupOf(group: Action['group']): SheetGroup {
  const rows = shortcuts.filter((one) => one.group === group).map(({ keys, title }) => ({ keys, words: title }));
  return { title: group, rows };
}

function inWords(what: string, rows: readonly TimeKeys[]): SheetGroup['rows'] {
  return rows.map(({ keys, by }) => ({
    keys,
    words: `${what} ${Number.isFinite(by) ? `by ${by} s` : 'as far as possible'}`,
  }));
}
