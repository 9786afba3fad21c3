import { X } from 'lucide-react';
import { type CSSProperties, type ReactNode, type RefObject, useLayoutEffect, useRef } from 'react';
import { focusOn, focusTarget } from './focus.ts';
import { Notices } from './Notices.tsx';
import '../kit/style/dialogs.css';

interface Props {
  title: string;
  /** Position; default: at the side. */
  shape?: 'middle' | 'wide' | 'page' | 'full' | undefined;
  /** Height on a phone, in percent of the window; default: as its content needs. */
  phoneHeight?: number | undefined;
  /** Receives the element. */
  ref?: RefObject<HTMLDialogElement | null>;
  onClose: () => void;
  /** Handles a press outside, in window pixels. @returns true to keep the sheet open. */
  onPressOutside?: ((at: Point) => boolean) | undefined;
  children: ReactNode;
}

interface Point {
  clientX: number;
  clientY: number;
}

/** A modal sheet: next to the work, or from below on a phone. Closes by its button, Escape and a press outside. */
export function Sheet({ title, shape, phoneHeight, ref, onClose, onPressOutside, children }: Props) {
  const own = useRef<HTMLDialogElement>(null);
  const dialog = ref ?? own;
  // Must close before it is unmounted: only then does the focus return to the opener.
  useLayoutEffect(() => {
    const element = dialog.current;
    element?.showModal();
    // Focuses the heading, so that no control shows a focus ring at first.
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
        // Its content loads late: show the sheet at its maximum size, so that it need not grow.
        if (animationName === 'over-late') currentTarget.dataset.late = '';
      }}
      onPointerDown={(event) => {
        if (event.target !== dialog.current || !isOutside(event, dialog.current)) return;
        if (event.button !== 0 || !onPressOutside?.(event)) onClose();
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
      <div className="scroll over-body">{children}</div>
      {/* A modal makes everything outside inert, but notices and their buttons must stay usable. */}
      <Notices />
    </dialog>
  );
}

function isOutside({ clientX, clientY }: Point, element: HTMLElement): boolean {
  const { left, right, top, bottom } = element.getBoundingClientRect();
  return clientX < left || clientX > right || clientY < top || clientY > bottom;
}
