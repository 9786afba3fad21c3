import { proxy } from 'valtio/vanilla';

/** What a person chose: to follow the system, or one of the two. */
export type ThemeChoice = 'system' | 'light' | 'dark';

const key = 'cutroom-theme';
const order: readonly ThemeChoice[] = ['system', 'light', 'dark'];

/** The chosen theme; kept in this browser. */
export const theme = proxy<{ choice: ThemeChoice }>({ choice: 'system' });

/** Takes up what was chosen on an earlier visit. Call it before the first paint. */
export function restoreTheme(): void {
  apply(order.find((choice) => choice === stored()) ?? 'system');
}

/** Goes on to the next choice: system, light, dark, and around again. */
export function nextTheme(): void {
  const next = order[(order.indexOf(theme.choice) + 1) % order.length] ?? 'system';
  apply(next);
  try {
    localStorage.setItem(key, next);
  } catch {
    // Storage may be forbidden; then the choice lasts as long as the page.
  }
}

function apply(choice: ThemeChoice): void {
  theme.choice = choice;
  if (choice === 'system') delete document.documentElement.dataset.theme;
  else document.documentElement.dataset.theme = choice;
}

function stored(): string | null {
  try {
    return localStorage.getItem(key);
  } catch {
    return null;
  }
}
