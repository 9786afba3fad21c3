import { TRIM_STEPS } from '../../engine/edit/trimWindow.ts';

/** Two keys that move a time. Used by both the key bindings and the shortcut list. */
export interface TimeKeys {
  /** In hotkeys-js syntax, with "mod" for Ctrl. */
  keys: readonly [back: string, on: string];
  /** Seconds; Infinity: to the end of the range. */
  by: number;
}

const { fine, coarse, page } = TRIM_STEPS;

/** Left and right; larger steps with Shift. @param modifier additional modifier, such as "alt+". */
const sideways = (modifier = ''): TimeKeys[] => [
  { keys: [`${modifier}left`, `${modifier}right`], by: coarse },
  { keys: [`${modifier}shift+left`, `${modifier}shift+right`], by: page },
];

/** Keys of a timeline bar: move the whole bar or its end. */
export const barKeys = { both: sideways(), end: sideways('alt+') };

/** Keys that move focus to the bar above or below. */
export const rowKeys = ['up', 'down'] as const;

/** Keys of the end of a bar or scene. */
export const edgeKeys: readonly TimeKeys[] = [
  ...sideways(),
  { keys: ['down', 'up'], by: fine },
  { keys: ['pagedown', 'pageup'], by: page },
];

/** Keys to the start and end of the range. */
export const allTheWay: TimeKeys = { keys: ['home', 'end'], by: Number.POSITIVE_INFINITY };

/** Keys of trim thumbs and of the audio track's bar. */
export const trimKeys: readonly TimeKeys[] = [...edgeKeys, allTheWay];

/** Keys that move the playhead. @param skip step of Page Up and Page Down, in seconds. */
export const momentKeys = (skip: number): readonly TimeKeys[] => [
  ...edgeKeys.map((one) => (one.keys[0] === 'pagedown' ? { ...one, by: skip } : one)),
  allTheWay,
];

/** A key press of React or of the browser. */
export type KeyPress = Pick<KeyboardEvent, 'key' | 'ctrlKey' | 'metaKey' | 'altKey' | 'shiftKey'>;

/** The pressed combination in hotkeys-js syntax. */
export function pressedKeys({ key, ctrlKey, metaKey, altKey, shiftKey }: KeyPress): string {
  const name = ofKey[key] ?? key.replace('Arrow', '').toLowerCase();
  return `${ctrlKey || metaKey ? 'mod+' : ''}${altKey ? 'alt+' : ''}${shiftKey ? 'shift+' : ''}${name}`;
}

/** Keys with other names in combinations than in the browser. */
const ofKey: Record<string, string> = { ' ': 'space', Delete: 'del', Escape: 'esc' };

/** Seconds by which a key moves a time (negative: back); undefined for other keys. */
export function secondsOf(press: KeyPress, rows: readonly TimeKeys[]): number | undefined {
  const pressed = pressedKeys(press);
  for (const { keys, by } of rows) {
    if (pressed === keys[0]) return -by;
    if (pressed === keys[1]) return by;
  }
  return undefined;
}
