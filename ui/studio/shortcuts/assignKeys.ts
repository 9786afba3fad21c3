import { type Keys, keymap } from '../actions/keymap.ts';

/** An action, as far as its keys are concerned. */
interface Keyed {
  id: string;
  keys?: Keys;
}

/**
 * Replaces the keys of an action by a combination, and takes the combination from the action that had it.
 * @param all every action.
 * @returns the action that had the combination; undefined if it was free.
 */
export function assignKeys<T extends Keyed>(id: string, combination: string, all: readonly T[]): T | undefined {
  const former = all.find((one) => one.id !== id && one.keys?.some((keys) => isSame(keys, combination)));
  if (former) keymap[former.id] = former.keys?.filter((keys) => !isSame(keys, combination)) ?? [];
  keymap[id] = [combination];
  return former;
}

/** Restores the default keys of all actions. */
export function resetKeys(): void {
  for (const id of Object.keys(keymap)) delete keymap[id];
}

/** Whether two combinations are the same keys; the order of modifiers does not matter. */
function isSame(one: string, other: string): boolean {
  const sorted = (keys: string) =>
    keys
      .split(/\+(?=.)/)
      .toSorted()
      .join();
  return sorted(one) === sorted(other);
}

/** Names of keys by `KeyboardEvent.key`, where they differ from its lower case. */
const names: Readonly<Record<string, string>> = {
  ...{ ' ': 'space', Delete: 'del', ArrowLeft: 'left', ArrowRight: 'right', ArrowUp: 'up', ArrowDown: 'down' },
};
const named = /^(?:enter|backspace|home|end|pageup|pagedown|f\d{1,2})$/;

/** The part of a keyboard event that a combination depends on. */
export type PressedKeys = Pick<KeyboardEvent, 'key' | 'keyCode' | 'ctrlKey' | 'metaKey' | 'altKey' | 'shiftKey'>;

/**
 * Returns the pressed combination; undefined while only modifiers are pressed, and for keys that the Studio or the
 * browser need: Escape, Tab, Ctrl on a Mac, and the Windows key.
 */
export function combinationOf(event: PressedKeys, mac: boolean): string | undefined {
  const { key, keyCode, altKey, shiftKey } = event;
  if (mac ? event.ctrlKey : event.metaKey) return undefined;
  const isMod = mac ? event.metaKey : event.ctrlKey;
  // The code of letters and digits is the same with Alt and Shift, which change the character.
  const isPlain = (keyCode >= 65 && keyCode <= 90) || (keyCode >= 48 && keyCode <= 57 && !shiftKey);
  const name = isPlain ? String.fromCharCode(keyCode).toLowerCase() : (names[key] ?? key.toLowerCase());
  if (isPlain || names[key] || named.test(name))
    return [isMod && 'mod', altKey && 'alt', shiftKey && 'shift', name].filter(Boolean).join('+');
  // Symbols are matched by the typed character, which already includes Shift.
  if (key.length !== 1 || altKey) return undefined;
  return isMod ? `mod+${key}` : key;
}
