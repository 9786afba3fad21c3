import { useEffect, useRef } from 'react';
import { isSheetOpen } from '../shortcuts/isSheetOpen.ts';

/** What keys do on a screen that takes the canvas's place. */
export interface WorkKeys {
  /** Space, unless a control means something else by it. */
  space?: () => void;
  escape?: () => void;
}

/** Listens to Space and Escape while a screen is shown; the Studio's own shortcuts make way for them. */
export function useWorkKeys(keys: WorkKeys): void {
  const newest = useRef(keys);
  newest.current = keys;
  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey || isSheetOpen()) return;
      const place = event.target instanceof Element ? event.target : document.body;
      const isField = place.closest('input, textarea') !== null;
      const isControl = isField || place.closest('button, a, [role="switch"]') !== null;
      const work = event.key === ' ' && !isControl ? newest.current.space : undefined;
      // Escape in a field takes back what was typed, before it leaves the screen.
      const leave = event.key === 'Escape' && !isField ? newest.current.escape : undefined;
      const run = work ?? leave;
      if (!run) return;
      event.preventDefault();
      if (!event.repeat) run();
    };
    // Before the Studio's shortcuts, which pass by a key that was taken.
    addEventListener('keydown', press, { capture: true });
    return () => removeEventListener('keydown', press, { capture: true });
  }, []);
}
