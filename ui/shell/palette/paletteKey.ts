import { openPalette, providePalette } from '../../app/paletteCommand.ts';
import { isMac } from '../../kit/keyWords.ts';

/** Opens the command palette with Ctrl+K or ⌘K on every page. @returns a function that unbinds it. */
export function watchPaletteKey(): () => void {
  providePalette(async () => (await import('./togglePalette.tsx')).togglePalette());
  const listening = new AbortController();
  const press = (event: KeyboardEvent) => {
    // On a Mac, Ctrl K deletes the rest of a line.
    const isMod = event.metaKey || (event.ctrlKey && !isMac());
    const isMeant = isMod && !event.altKey && !event.shiftKey;
    if (!isMeant || event.key.toLowerCase() !== 'k' || event.defaultPrevented) return;
    event.preventDefault();
    // A key that the Studio handles early arrives a second time as a synthetic event.
    if (event.isTrusted && !event.repeat) openPalette();
  };
  addEventListener('keydown', press, { signal: listening.signal });
  return () => listening.abort();
}
