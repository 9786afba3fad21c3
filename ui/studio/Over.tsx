import { X } from 'lucide-react';
import { type CSSProperties, type ReactNode, useLayoutEffect, useRef } from 'react';
import { Notices } from '../components/Notices.tsx';
import { focusOn, focusTarget } from '../state/focus.ts';
import { type ScreenId, screenOf } from './screens.ts';
import { useInSight } from './stage/useInSight.ts';
import { closeOver } from './state/go.ts';

/** What opens over the editor: a sheet beside the canvas, from below on a phone. Closes by its button, Escape and a click beside it. */
export function Over({ id, children }: { id: ScreenId; children: ReactNode }) {
  const { title, besideCanvas = false, shape, phoneHeight } = screenOf(id);
  const dialog = useRef<HTMLDialogElement>(null);
  // It must close before it is taken out of the page: only then does the focus go back to what opened it.
  useLayoutEffect(() => {
    const element = dialog.current;
    element?.showModal();
    // The focus begins at the heading, so that no control lights up before anybody asked for it.
    focusOn('sheet');
    return () => element?.close();
  }, []);
  useInSight(dialog, besideCanvas);
  return (
    <dialog
      ref={dialog}
      className="over"
      data-shape={shape}
      style={phoneHeight === undefined ? undefined : ({ '--phone-height': `${phoneHeight}dvh` } as CSSProperties)}
      aria-labelledby="over-title"
      onCancel={(event) => {
        event.preventDefault();
        closeOver();
      }}
      onPointerDown={(event) => {
        if (event.target === dialog.current && isBeside(event, dialog.current)) closeOver();
      }}
    >
      <header className="over-head">
        <h2 id="over-title" ref={focusTarget('sheet')} tabIndex={-1}>
          {title}
        </h2>
        <button type="button" className="button quiet icon" aria-label="Close" onClick={closeOver}>
          <X aria-hidden="true" />
        </button>
      </header>
      <div className="over-body">{children}</div>
      {/* Nothing outside of a modal can be used; notes and their buttons must be. */}
      <Notices />
    </dialog>
  );
}

function isBeside({ clientX, clientY }: { clientX: number; clientY: number }, element: HTMLElement): boolean {
  const { left, right, top, bottom } = element.getBoundingClientRect();
  return clientX < left || clientX > right || clientY < top || clientY > bottom;
}
