import { isMac } from '../studio/shortcuts/isMac.ts';

/** Opens the command palette at Ctrl or Command and K, on every page. @returns ends it. */
export function watchPaletteKey(): () => void {
  const listening = new AbortController();
  const press = (event: KeyboardEvent) => {
    // On a Mac, Ctrl K deletes the rest of a line.
    const isMod = event.metaKey || (event.ctrlKey && !isMac());
    const isMeant = isMod && !event.altKey && !event.shiftKey;
    if (!isMeant || event.key.toLowerCase() !== 'k' || event.defaultPrevented) return;
    event.preventDefault();
    // A key that the Studio takes early comes a second time, made by script.
    if (event.isTrusted && !event.repeat) void openPalette();
  };
  addEventListener('keydown', press, { signal: listening.signal });
  return () => listening.abort();
}

/** Opens the command palette, or closes it where it is open. It comes on demand. */
export async function openPalette(): Promise<void> {
  const { togglePalette } = await import('./togglePalette.tsx');
  await togglePalette();
}
