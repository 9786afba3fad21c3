/** Key labels of a combination, in order of pressing. @param keys in hotkeys-js syntax, such as "mod+enter". */
export function keyWords(keys: string, mac: boolean): string[] {
  // The last plus may be the key itself.
  return keys.split(/\+(?=.)/).map((key) => {
    const [other, onMac] = names[key] ?? [key.toUpperCase(), key.toUpperCase()];
    return mac ? onMac : other;
  });
}

/** Key labels by name: default, and on a Mac. */
const names: Record<string, readonly [string, string]> = {
  mod: ['Ctrl', '⌘'],
  shift: ['Shift', '⇧'],
  alt: ['Alt', '⌥'],
  enter: ['Enter', '↵'],
  del: ['Del', '⌦'],
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

/** Whether this is an Apple device, where Command replaces Ctrl. */
export function isMac(platform: string = navigator.platform): boolean {
  return /Mac|iPhone|iPad/.test(platform);
}
