import { FlagOff, FlagTriangleLeft, FlagTriangleRight, ScissorsLineDashed } from 'lucide-react';
import { clearMarks, deleteMarked, goToMark, markedSpan, markHere } from '../state/marks.ts';
import { type ActionContext, type ActionEntry, actionTable } from './action.ts';
import { playing } from './playback.ts';

/** Actions on the marked part. */
const onMarked = {
  ...playing,
  when: (context: ActionContext) => playing.when(context) && markedSpan() !== undefined,
} as const satisfies Partial<ActionEntry>;

/** The marks in and out on the ruler, and the part between them. */
export const markActions = actionTable({
  markIn: {
    ...{ title: 'Mark in: the marked part starts here', label: 'Mark in', icon: FlagTriangleRight, keys: ['i'] },
    run: () => markHere('from'),
    ...playing,
  },
  markOut: {
    ...{ title: 'Mark out: the marked part ends here', label: 'Mark out', icon: FlagTriangleLeft, keys: ['o'] },
    run: () => markHere('to'),
    ...playing,
  },
  goToMarkIn: { title: 'Go to the mark in', keys: ['shift+i'], run: () => goToMark('from'), ...onMarked },
  goToMarkOut: { title: 'Go to the mark out', keys: ['shift+o'], run: () => goToMark('to'), ...onMarked },
  deleteMarked: {
    ...{ title: 'Delete the marked part', icon: ScissorsLineDashed, keys: ['x'] },
    run: deleteMarked,
    ...onMarked,
  },
  clearMarks: { title: 'Remove the marks', icon: FlagOff, keys: ['alt+x'], run: clearMarks, ...onMarked },
});
