import { Monitor, Moon, Sun } from 'lucide-react';
import { useSnapshot } from 'valtio';
import { proxy } from 'valtio/vanilla';
import { storeChoice, storedChoice } from '../client/page/storedChoice.ts';

/** Theme preference: follow the system, or a fixed theme. */
type ThemeChoice = 'system' | 'light' | 'dark';

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

const faces: Record<ThemeChoice, { icon: typeof Sun; words: string }> = {
  system: { icon: Monitor, words: 'Theme: system' },
  light: { icon: Sun, words: 'Theme: light' },
  dark: { icon: Moon, words: 'Theme: dark' },
};

/** Cycles through system, light and dark. */
export function ThemeToggle() {
  const { choice } = useSnapshot(theme);
  const { icon: Icon, words } = faces[choice];
  return (
    <button type="button" className="button quiet icon" aria-label={words} title={words} onClick={nextTheme}>
      <Icon aria-hidden="true" />
    </button>
  );
}
