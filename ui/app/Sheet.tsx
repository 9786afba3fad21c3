import { X } from 'lucide-react';
import { type CSSProperties, type ReactNode, type RefObject, useEffect, useLayoutEffect, useRef } from 'react';
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
  /** Whether the page around it stays usable: it is a panel then, no modal. Must not change. */
  isPanel?: boolean;
  children: ReactNode;
}

interface Point {
  clientX: number;
  clientY: number;
}

/**
 * A sheet: next to the work, or from below on a phone. It is modal and closes by its button, Escape and a press outside;
 * as a panel, the page around it stays usable, and only a press that has no other effect closes it.
 */
export function Sheet({ title, shape, phoneHeight, ref, onClose, onPressOutside, isPanel = false, children }: Props) {
  const own = useRef<HTMLDialogElement>(null);
  const dialog = ref ?? own;
  // Must close before it is unmounted: only then does the focus return to the opener.
  useLayoutEffect(() => {
    const element = dialog.current;
    if (isPanel) element?.show();
    else element?.showModal();
    // Focuses the heading, so that no control shows a focus ring at first.
    focusOn('sheet');
    return () => element?.close();
  }, [dialog, isPanel]);
  useClosing(dialog, isPanel ? onClose : undefined);
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
      <div className="over-head">
        <h2 id="sheet-title" ref={focusTarget('sheet')} tabIndex={-1}>
          {title}
        </h2>
        <button type="button" className="button quiet icon" aria-label="Close" onClick={onClose}>
          <X aria-hidden="true" />
        </button>
      </div>
      <div className="scroll over-body">{children}</div>
      {/* A modal makes everything outside inert, but notices and their buttons must stay usable. */}
      <Notices />
    </dialog>
  );
}

/** What uses a press next to a panel; a press on anything else closes it, as on the backdrop of a modal. */
const USED = '.studio-canvas, a, button, input, textarea, select, label, summary, dialog, [role]';

/** Closes a panel by Escape, unless something used the key, and by a press on nothing around it. */
function useClosing(panel: RefObject<HTMLElement | null>, onClose: (() => void) | undefined): void {
  useEffect(() => {
    if (!onClose) return;
    const listeners = new AbortController();
    const { signal } = listeners;
    const pressKey = (event: KeyboardEvent) => {
      // An open modal above it uses the key.
      if (event.key !== 'Escape' || event.defaultPrevented || document.querySelector('dialog:modal')) return;
      event.preventDefault();
      onClose();
    };
    const press = ({ target, button }: PointerEvent) => {
      const isUsed = !(target instanceof Element) || panel.current?.contains(target) || target.closest(USED);
      if (button === 0 && !isUsed) onClose();
    };
    addEventListener('keydown', pressKey, { signal });
    addEventListener('pointerdown', press, { signal });
    return () => listeners.abort();
  }, [panel, onClose]);
}

function isOutside({ clientX, clientY }: Point, element: HTMLElement): boolean {
  const { left, right, top, bottom } = element.getBoundingClientRect();
  return clientX < left || clientX > right || clientY < top || clientY > bottom;
}
