import { type ReactNode, useEffect, useLayoutEffect, useRef } from 'react';
import { useSnapshot } from 'valtio';
import { Sheet } from '../app/Sheet.tsx';
import { type ScreenId, screenOf } from '../app/screens.ts';
import { useHasDocks } from '../kit/hooks.ts';
import { keepCanvasVisible } from './stage/keepVisible.ts';
import { closeSheet } from './state/go.ts';
import { hasContent, studio } from './state/studio.ts';

/**
 * A panel or sheet over the editor. On wide screens, those at the side take the place of the inspector; what is edited
 * next to the canvas is no modal there, so that canvas and timeline stay usable.
 */
export function StudioSheet({ id, children }: { id: ScreenId; children: ReactNode }) {
  const { title, isNextToCanvas = false, isDraft = false, shape, phoneHeight } = screenOf(id);
  const dialog = useRef<HTMLDialogElement>(null);
  const { project, showCanvas } = useSnapshot(studio);
  const hasInspector = useHasDocks() && hasContent(project, showCanvas);
  const isDocked = shape === undefined && hasInspector;
  const isPanel = isDocked && isNextToCanvas && !isDraft;
  useLayoutEffect(() => {
    if (isDocked && dialog.current) return coverInspector(dialog.current, isPanel);
  }, [isDocked, isPanel]);
  useEffect(() => {
    if (isNextToCanvas && !isDocked && dialog.current) return keepCanvasVisible(dialog.current);
  }, [isNextToCanvas, isDocked]);
  return (
    <Sheet
      key={String(isPanel)}
      ref={dialog}
      title={title}
      shape={shape}
      phoneHeight={phoneHeight}
      isPanel={isPanel}
      onClose={closeSheet}
      onPressOutside={isNextToCanvas && !isDraft ? pressOutside : undefined}
    >
      {children}
    </Sheet>
  );
}

/**
 * Shows a sheet in the place of the docked inspector, which is inert meanwhile, if it is shown. A modal reaches down to
 * the window's edge: the timeline cannot be used under it, and forms need the height.
 * @returns a function that ends it.
 */
function coverInspector(sheet: HTMLElement, isPanel: boolean): (() => void) | undefined {
  const inspector = document.querySelector<HTMLElement>('.properties');
  if (!inspector) return undefined;
  inspector.inert = isPanel;
  const cover = () => {
    const { top, height, width } = inspector.getBoundingClientRect();
    sheet.dataset.docked = '';
    const size = { top: `${top}px`, width: `${width}px`, height: isPanel ? `${height}px` : `calc(100dvh - ${top}px)` };
    for (const [name, value] of Object.entries(size)) sheet.style.setProperty(`--dock-${name}`, value);
  };
  cover();
  const sizes = new ResizeObserver(cover);
  sizes.observe(inspector);
  return () => {
    sizes.disconnect();
    delete sheet.dataset.docked;
    inspector.inert = false;
  };
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
