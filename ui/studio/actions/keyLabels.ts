import { t } from '../../client/page/t.ts';
import { isMac, keyWords } from '../../kit/keyWords.ts';
import type { Action } from './action.ts';

/** The first combination of an action as on the keyboard, such as "Ctrl D". */
export function keyHint({ keys }: Pick<Action, 'keys'>): string | undefined {
  const [first] = keys ?? [];
  if (first === undefined) return undefined;
  const mac = isMac();
  // The full word "Delete" would repeat the label.
  return keyWords(first, mac)
    .map((word) => t(word === 'Delete' ? 'Del' : word))
    .join(' ');
}

/** A label with the keys of its action, such as "Split (S)", translated. */
export function tooltip(action: Pick<Action, 'keys'>, label: string): string {
  const hint = keyHint(action);
  return hint === undefined ? t(label) : `${t(label)} (${hint})`;
}

/** Names of keys in `aria-keyshortcuts`, where they differ. */
const ariaNames: Readonly<Record<string, string>> = {
  ...{ shift: 'Shift', alt: 'Alt', del: 'Delete', backspace: 'Backspace', esc: 'Escape', enter: 'Enter' },
  ...{ space: 'Space', home: 'Home', end: 'End', left: 'ArrowLeft', right: 'ArrowRight', up: 'ArrowUp' },
  down: 'ArrowDown',
};

/** All combinations of an action as the value of `aria-keyshortcuts`, such as "Control+D". */
export function ariaKeys({ keys }: Pick<Action, 'keys'>): string | undefined {
  const mod = isMac() ? 'Meta' : 'Control';
  return keys
    ?.map((combination) =>
      combination
        .split(/\+(?=.)/)
        .map((key) => (key === 'mod' ? mod : key === '+' ? 'Plus' : (ariaNames[key] ?? key.toUpperCase())))
        .join('+'),
    )
    .join(' ');
}
