import { X } from 'lucide-react';
import { type CSSProperties, type ReactNode, type RefObject, useLayoutEffect, useRef } from 'react';
import { focusOn, focusTarget } from '../state/focus.ts';
import { Notices } from './Notices.tsx';
import './sheet.css';

interface Props {
  title: string;
  /** Where it stands; at the side unless given. */
  shape?: 'middle' | 'wide' | 'page' | undefined;
  /** Its height on a phone, percent of the window's; default: what its content needs. */
  phoneHeight?: number | undefined;
  /** Receives the element. */
  ref?: RefObject<HTMLDialogElement | null>;
  onClose: () => void;
  /** A press beside it, pixels of the window. @returns whether that was for something else than to close it. */
  onBeside?: ((at: Point) => boolean) | undefined;
  children: ReactNode;
}

interface Point {
  clientX: number;
  clientY: number;
}

/** What opens over a page: beside the work, from below on a phone. Closes by its button, Escape and a click beside it. */
export function Sheet({ title, shape, phoneHeight, ref, onClose, onBeside, children }: Props) {
  const own = useRef<HTMLDialogElement>(null);
  const dialog = ref ?? own;
  // It must close before it is taken out of the page: only then does the focus go back to what opened it.
  useLayoutEffect(() => {
    const element = dialog.current;
    element?.showModal();
    // The focus begins at the heading, so that no control lights up before anybody asked for it.
    focusOn('sheet');
    return () => element?.close();
  }, [dialog]);
  return (
    <dialog
      ref={dialog}
      className="over"
      data-shape={shape}
      style={phoneHeight === undefined ? undefined : ({ '--phone-height': `${phoneHeight}dvh` } as CSSProperties)}
      aria-labelledby="sheet-title"
      onCancel={(event) => {
        event.preventDefault();
        onClose();
      }}
      onAnimationStart={({ animationName, currentTarget }) => {
        // What it holds is late: it is as large as it can be, then it need not grow.
        if (animationName === 'over-late') currentTarget.dataset.late = '';
      }}
      onPointerDown={(event) => {
        if (event.target !== dialog.current || !isBeside(event, dialog.current)) return;
        if (event.button !== 0 || !onBeside?.(event)) onClose();
      }}
    >
      <header className="over-head">
        <h2 id="sheet-title" ref={focusTarget('sheet')} tabIndex={-1}>
          {title}
        </h2>
        <button type="button" className="button quiet icon" aria-label="Close" onClick={onClose}>
          <X aria-hidden="true" />
        </button>
      </header>
      <div className="over-body">{children}</div>
      {/* Nothing outside of a modal can be used; notes and their buttons must be. */}
      <Notices />
    </dialog>
  );
}

function isBeside({ clientX, clientY }: Point, element: HTMLElement): boolean {
  const { left, right, top, bottom } = element.getBoundingClientRect();
  return clientX < left || clientX > right || clientY < top || clientY > bottom;
}
