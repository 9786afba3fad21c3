/** Whether this is a Mac or one of its relatives, where Command takes the place of Ctrl. */
export function isMac(platform: string = navigator.platform): boolean {
  return /Mac|iPhone|iPad/.test(platform);
}

/** A combination as hotkeys-js writes it. @param keys see Shortcut. */
export function hotkeysName(keys: string, mac: boolean): string {
  return keys.replace('mod', mac ? 'command' : 'ctrl');
}

/** The keys of a combination as they stand on the keyboard, in the order of pressing. @param keys see Shortcut. */
export function keyWords(keys: string, mac: boolean): string[] {
  return keys.split('+').map((key) => {
    const [other, onMac] = names[key] ?? [key.toUpperCase(), key.toUpperCase()];
    return mac ? onMac : other;
  });
}

/** What is known of a press, by React as by the browser. */
export type KeyPress = Pick<KeyboardEvent, 'key' | 'ctrlKey' | 'metaKey' | 'altKey' | 'shiftKey'>;

/** The combination that was pressed, as `Shortcut` has it. */
export function pressedKeys({ key, ctrlKey, metaKey, altKey, shiftKey }: KeyPress): string {
  const name = ofKey[key] ?? key.replace('Arrow', '').toLowerCase();
  return `${ctrlKey || metaKey ? 'mod+' : ''}${altKey ? 'alt+' : ''}${shiftKey ? 'shift+' : ''}${name}`;
}

/** Keys that combinations call by another name than the browser. */
const ofKey: Record<string, string> = { ' ': 'space', Delete: 'del', Escape: 'esc' };

/** By name: what stands on the key, and what stands on it on a Mac. */
const names: Record<string, readonly [string, string]> = {
  mod: ['Ctrl', '⌘'],
  shift: ['Shift', '⇧'],
  alt: ['Alt', '⌥'],
  enter: ['Enter', '↵'],
  del: ['Delete', '⌦'],
  backspace: ['Backspace', '⌫'],
  esc: ['Esc', 'Esc'],
  space: ['Space', 'Space'],
  home: ['Home', 'Home'],
  end: ['End', 'End'],
  pageup: ['Page Up', 'Page Up'],
  pagedown: ['Page Down', 'Page Down'],
  left: ['←', '←'],
  right: ['→', '→'],
  up: ['↑', '↑'],
  down: ['↓', '↓'],
};
