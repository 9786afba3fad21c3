import { type ReactNode, useEffect, useRef } from 'react';
import { Sheet } from '../components/Sheet.tsx';
import { type ScreenId, screenOf } from './screens.ts';
import { closeOver } from './state/go.ts';

/** What opens over the editor: a sheet beside the canvas, which stays in sight. */
export function Over({ id, children }: { id: ScreenId; children: ReactNode }) {
  const { title, besideCanvas = false, isDraft = false, shape, phoneHeight } = screenOf(id);
  const dialog = useRef<HTMLDialogElement>(null);
  useEffect(() => {
    const { current } = dialog;
    if (!besideCanvas || !current) return;
    let isOver = false;
    let end: (() => void) | undefined;
    // It comes with the canvas; where it does not come, the canvas stays where it is.
    import('./stage/inSight.ts').then(
      ({ keepInSight }) => {
        if (!isOver) end = keepInSight(current);
      },
      () => {},
    );
    return () => {
      isOver = true;
      end?.();
    };
  }, [besideCanvas]);
  return (
    <Sheet
      ref={dialog}
      title={title}
      shape={shape}
      phoneHeight={phoneHeight}
      onClose={closeOver}
      onBeside={besideCanvas && !isDraft ? pressBeside : undefined}
    >
      {children}
    </Sheet>
  );
}

/**
 * What is changed beside the canvas is undone and played there, as by keys: a modal keeps the page's own buttons from
 * the pointer, so they are pressed for it.
 */
function pressBeside({ clientX, clientY }: { clientX: number; clientY: number }): boolean {
  const button = [...document.querySelectorAll<HTMLElement>('[data-beside-sheet] button')].find((one) => {
    const { left, right, top, bottom } = one.getBoundingClientRect();
    return clientX >= left && clientX < right && clientY >= top && clientY < bottom;
  });
  button?.click();
  return button !== undefined;
}
