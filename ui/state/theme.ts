import { proxy } from 'valtio/vanilla';
import { storeChoice, storedChoice } from './choice.ts';

/** Theme preference: follow the system, or a fixed theme. */
export type ThemeChoice = 'system' | 'light' | 'dark';

const key = 'cutroom-theme';
const order: readonly ThemeChoice[] = ['system', 'light', 'dark'];

/** Chosen theme; stored in this browser. */
export const theme = proxy<{ choice: ThemeChoice }>({ choice: 'system' });

/** Restores the theme of an earlier visit. Must be called before the first paint. */
export function restoreTheme(): void {
  apply(order.find((choice) => choice === storedChoice(key)) ?? 'system');
}

/** Switches to the next theme: system, light, dark, then system again. */
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
