import { useEffect, useRef } from 'react';
import { isSheetOpen } from '../shortcuts/isSheetOpen.ts';

/** Space plays and stops the animation instead of the Studio, and Escape is Done. */
export function useAnimateKeys(toggle: () => void, leave: () => void): void {
  const newest = useRef({ toggle, leave });
  newest.current = { toggle, leave };
  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey || isSheetOpen()) return;
      const isControl = event.target instanceof Element && event.target.closest('button, a, input, summary') !== null;
      const work = event.key === ' ' && !isControl ? newest.current.toggle : undefined;
      const run = event.key === 'Escape' ? newest.current.leave : work;
      if (!run) return;
      // The Studio's own shortcuts leave alone what was taken before them.
      event.preventDefault();
      if (!event.repeat) run();
    };
    addEventListener('keydown', press, { capture: true });
    return () => removeEventListener('keydown', press, { capture: true });
  }, []);
}
