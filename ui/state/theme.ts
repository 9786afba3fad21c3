import { proxy } from 'valtio/vanilla';
import { storeChoice, storedChoice } from './choice.ts';

/** What a person chose: to follow the system, or one of the two. */
export type ThemeChoice = 'system' | 'light' | 'dark';

const key = 'cutroom-theme';
const order: readonly ThemeChoice[] = ['system', 'light', 'dark'];

/** The chosen theme; kept in this browser. */
export const theme = proxy<{ choice: ThemeChoice }>({ choice: 'system' });

/** Takes up what was chosen on an earlier visit. Call it before the first paint. */
export function restoreTheme(): void {
  apply(order.find((choice) => choice === storedChoice(key)) ?? 'system');
}

/** Goes on to the next choice: system, light, dark, and around again. */
export function nextTheme(): void {
  const next = order[(order.indexOf(theme.choice) + 1) % order.length] ?? 'system';
  apply(next);
  storeChoice(key, next);
}

function apply(choice: ThemeChoice): void {
  theme.choice = choice;
  if (choice === 'system') delete document.documentElement.dataset.theme;
  else document.documentElement.dataset.theme = choice;
}
