import type { LucideIcon } from 'lucide-react';
import { type KeyboardEvent, useLayoutEffect, useRef, useState } from 'react';
import { createPortal } from 'react-dom';
import { moveFocus, useOutside } from './popover.ts';
import './style/dialogs.css';

/** An item of a popup menu. */
export interface PopupItem {
  id: string;
  label: string;
  icon?: LucideIcon | undefined;
  /** Its shortcuts, as in `aria-keyshortcuts` and for display. */
  keys?: string | undefined;
  hint?: string | undefined;
  run: () => void;
}

interface Props {
  /** Accessible name. */
  label: string;
  items: readonly PopupItem[];
  /** Where it opens, in CSS pixels of the window. It stays within the window. */
  x: number;
  y: number;
  /** Gets the focus back. */
  from: Element | null;
  onClose: () => void;
}

/** Distance from the edges of the window, in CSS pixels. */
const MARGIN = 8;

/** A menu at a position of the window. It closes on a choice, on a press outside, on Escape and on Tab. */
export function PopupMenu({ label, items, x, y, from, onClose }: Props) {
  const menu = useRef<HTMLDivElement>(null);
  const [place, setPlace] = useState({ left: x, top: y });
  useOutside(menu, true, onClose);
  useLayoutEffect(() => {
    const { offsetWidth, offsetHeight } = menu.current ?? { offsetWidth: 0, offsetHeight: 0 };
    const within = (at: number, length: number, whole: number) =>
      Math.max(MARGIN, Math.min(at, whole - length - MARGIN));
    setPlace({ left: within(x, offsetWidth, innerWidth), top: within(y, offsetHeight, innerHeight) });
    menu.current?.querySelector('button')?.focus({ preventScroll: true });
  }, [x, y]);
  const close = () => {
    onClose();
    if (from instanceof HTMLElement) from.focus({ preventScroll: true });
  };
  const onKeyDown = (event: KeyboardEvent) => {
    // Keys are for the menu: those of the page must not change what is behind it.
    event.stopPropagation();
    event.nativeEvent.stopImmediatePropagation();
    if (event.key === 'Escape' || event.key === 'Tab') close();
    // A panel around it would close, too.
    if (event.key === 'Escape') event.preventDefault();
    else if (!moveFocus(menu.current, event.key)) return;
    event.preventDefault();
  };
  return createPortal(
    <div
      ref={menu}
      className="menu-list popup-menu"
      role="menu"
      tabIndex={-1}
      aria-label={label}
      data-arrows=""
      style={place}
      onKeyDown={onKeyDown}
      onContextMenu={(event) => event.preventDefault()}
    >
      {items.map(({ id, label: title, icon: Icon, keys, hint, run }) => (
        <button
          key={id}
          type="button"
          role="menuitem"
          tabIndex={-1}
          aria-keyshortcuts={keys}
          onClick={() => {
            close();
            run();
          }}
        >
          {Icon && <Icon aria-hidden="true" />}
          {title}
          {hint !== undefined && (
            <span className="popup-menu-keys" aria-hidden="true">
              {hint}
            </span>
          )}
        </button>
      ))}
    </div>,
    // Outside of an open modal, the page is inert.
    from?.closest('dialog') ?? document.body,
  );
}
