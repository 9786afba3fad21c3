import { isMac } from '../studio/shortcuts/isMac.ts';

/** Opens the command palette with Ctrl+K or ⌘K on every page. @returns a function that unbinds it. */
export function watchPaletteKey(): () => void {
  const listening = new AbortController();
  const press = (event: KeyboardEvent) => {
    // On a Mac, Ctrl K deletes the rest of a line.
    const isMod = event.metaKey || (event.ctrlKey && !isMac());
    const isMeant = isMod && !event.altKey && !event.shiftKey;
    if (!isMeant || event.key.toLowerCase() !== 'k' || event.defaultPrevented) return;
    event.preventDefault();
    // A key that the Studio handles early arrives a second time as a synthetic event.
    if (event.isTrusted && !event.repeat) void openPalette();
  };
  addEventListener('keydown', press, { signal: listening.signal });
  return () => listening.abort();
}

/** Toggles the command palette, which loads on first use. */
export async function openPalette(): Promise<void> {
  const { togglePalette } = await import('./togglePalette.tsx');
  await togglePalette();
}
