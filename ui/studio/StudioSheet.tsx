import { type ReactNode, useEffect, useLayoutEffect, useRef } from 'react';
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
  useLayoutEffect(() => {
    if (shape === undefined && dialog.current) return coverInspector(dialog.current);
  }, [shape]);
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
 * Shows a sheet in the place of the docked inspector, so that it covers neither canvas nor timeline; elsewhere, it stays
 * where it is.
 * @returns a function that stops it.
 */
function coverInspector(sheet: HTMLElement): (() => void) | undefined {
  const inspector = document.querySelector('.properties');
  if (!inspector) return undefined;
  const cover = () => {
    const { top, height, width } = inspector.getBoundingClientRect();
    sheet.dataset.docked = '';
    for (const [name, value] of Object.entries({ top, height, width })) {
      sheet.style.setProperty(`--dock-${name}`, `${value}px`);
    }
  };
  cover();
  const sizes = new ResizeObserver(cover);
  sizes.observe(inspector);
  return () => sizes.disconnect();
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
