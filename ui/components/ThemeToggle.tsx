import { Monitor, Moon, Sun } from 'lucide-react';
import { useSnapshot } from 'valtio';
import { nextTheme, type ThemeChoice, theme } from '../state/theme.ts';

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
