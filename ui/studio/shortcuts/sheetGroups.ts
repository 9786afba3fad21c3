import type { SheetGroup } from '../../kit/ShortcutGroups.tsx';
import { barKeys, rowKeys, type TimeKeys, trimKeys } from '../../kit/timeKeys.ts';
import { type Action, actionGroups } from '../actions/action.ts';
import { shortcuts } from '../actions/actions.ts';
import { seekKeys } from '../controls/useSeeker.ts';

/** The list of shortcuts: those of the whole Studio, with the user's keys, then those of focused timeline elements. */
export function sheetGroups(): SheetGroup[] {
  return [...actionGroups.map(groupOf).filter(({ rows }) => rows.length > 0), ...timelineGroups];
}

const timelineGroups: readonly SheetGroup[] = [
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
  const rows = shortcuts
    .filter((one) => one.group === group)
    .map(({ id, keys = [], title, run }) => ({ keys, words: title, ...(run && { actionId: id }) }));
  return { title: group, rows };
}

function inWords(what: string, rows: readonly TimeKeys[]): SheetGroup['rows'] {
  return rows.map(({ keys, by }) => ({
    keys,
    words: `${what} ${Number.isFinite(by) ? `by ${by} s` : 'as far as possible'}`,
  }));
}
