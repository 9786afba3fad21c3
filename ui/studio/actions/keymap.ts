import { proxy, subscribe } from 'valtio/vanilla';

/** Key combinations in the syntax of `ActionEntry.keys`; at least one. */
export type Keys = readonly [string, ...string[]];

const KEY = 'cutroom-keys';

/** The user's keys by action id, in place of the default ones; an empty list: none. Stored in this browser. */
export const keymap = proxy<Record<string, string[]>>(stored());

subscribe(keymap, () => {
  try {
    localStorage.setItem(KEY, JSON.stringify(keymap));
  } catch {
    // Storage may be forbidden; the choice is then lost on reload.
  }
});

function stored(): Record<string, string[]> {
  try {
    const read: unknown = JSON.parse(localStorage.getItem(KEY) ?? '{}');
    const isKeys = (keys: unknown) => Array.isArray(keys) && keys.every((one) => typeof one === 'string' && one !== '');
    return Object.fromEntries(Object.entries(read ?? {}).filter(([, keys]) => isKeys(keys)));
  } catch {
    return {};
  }
}

/** Returns the current keys of an action; undefined: none. @param usual its default keys. */
export function keysOf(id: string, usual: Keys): Keys | undefined {
  const [first, ...others] = keymap[id] ?? usual;
  return first === undefined ? undefined : [first, ...others];
}
