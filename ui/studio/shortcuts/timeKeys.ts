import { TRIM_STEPS } from '../../../engine/edit/trimWindow.ts';

/** Two keys that move a time: what binds them and the sheet of shortcuts both read them here. */
export interface TimeKeys {
  /** Back and on, written as in `Shortcut`. */
  keys: readonly [back: string, on: string];
  /** Seconds; Infinity: as far as it goes. */
  by: number;
}

const { fine, coarse, page } = TRIM_STEPS;

/** By left and right; with Shift further. @param held what else is held, such as "alt+". */
const sideways = (held = ''): TimeKeys[] => [
  { keys: [`${held}left`, `${held}right`], by: coarse },
  { keys: [`${held}shift+left`, `${held}shift+right`], by: page },
];

/** Of a bar of the timeline: all of it, and its end. */
export const barKeys = { both: sideways(), end: sideways('alt+') };

/** From a bar to the one above it, and below it. */
export const rowKeys = ['up', 'down'] as const;

/** Of the end of a bar, and of a scene. */
export const edgeKeys: readonly TimeKeys[] = [
  ...sideways(),
  { keys: ['down', 'up'], by: fine },
  { keys: ['pagedown', 'pageup'], by: page },
];

/** From the first to the last moment. */
export const allTheWay: TimeKeys = { keys: ['home', 'end'], by: Number.POSITIVE_INFINITY };

/** Of the thumbs of a trim, and of the bar of the audio. */
export const trimKeys: readonly TimeKeys[] = [...edgeKeys, allTheWay];

/** Of the shown moment. @param skip what Page Up and Page Down go by, seconds. */
export const momentKeys = (skip: number): readonly TimeKeys[] => [
  ...edgeKeys.map((one) => (one.keys[0] === 'pagedown' ? { ...one, by: skip } : one)),
  allTheWay,
];

/** What is known of a press, by React as by the browser. */
export type KeyPress = Pick<KeyboardEvent, 'key' | 'ctrlKey' | 'metaKey' | 'altKey' | 'shiftKey'>;

/** The combination that was pressed, as `Shortcut` has it. */
export function pressedKeys({ key, ctrlKey, metaKey, altKey, shiftKey }: KeyPress): string {
  const name = ofKey[key] ?? key.replace('Arrow', '').toLowerCase();
  return `${ctrlKey || metaKey ? 'mod+' : ''}${altKey ? 'alt+' : ''}${shiftKey ? 'shift+' : ''}${name}`;
}

/** Keys that combinations call by another name than the browser. */
const ofKey: Record<string, string> = { ' ': 'space', Delete: 'del', Escape: 'esc' };

/** By how many seconds a key moves a time, below 0 back; undefined for any key that is none of these. */
export function secondsOf(press: KeyPress, rows: readonly TimeKeys[]): number | undefined {
  const pressed = pressedKeys(press);
  for (const { keys, by } of rows) {
    if (pressed === keys[0]) return -by;
    if (pressed === keys[1]) return by;
  }
  return undefined;
}
