import { type ReactNode, useEffect, useRef } from 'react';
import { Sheet } from '../app/Sheet.tsx';
import { type ScreenId, screenOf } from '../app/screens.ts';
import { keepCanvasVisible } from './stage/keepVisible.ts';
import { closeSheet } from './state/go.ts';

/** A panel or sheet over the editor, next to the canvas if possible. */
export function StudioSheet({ id, children }: { id: ScreenId; children: ReactNode }) {
  const { title, isNextToCanvas = false, isDraft = false, shape, phoneHeight } = screenOf(id);
  const dialog = useRef<HTMLDialogElement>(null);
  useEffect(() => {
    const { current } = dialog;
    if (!isNextToCanvas || !current) return;
    return keepCanvasVisible(current);
  }, [isNextToCanvas]);
  return (
    <Sheet
      ref={dialog}
      title={title}
      shape={shape}
      phoneHeight={phoneHeight}
      onClose={closeSheet}
      onPressOutside={isNextToCanvas && !isDraft ? pressOutside : undefined}
    >
      {children}
    </Sheet>
  );
}

/**
 * Lets undo and playback buttons work under a modal sheet: it blocks pointer events for the page, so clicks on these
 * buttons are forwarded.
 */
function pressOutside({ clientX, clientY }: { clientX: number; clientY: number }): boolean {
  const button = [...document.querySelectorAll<HTMLElement>('[data-beside-sheet] button')].find((one) => {
    const { left, right, top, bottom } = one.getBoundingClientRect();
    return clientX >= left && clientX < right && clientY >= top && clientY < bottom;
  });
  button?.click();
  return button !== undefined;
}
