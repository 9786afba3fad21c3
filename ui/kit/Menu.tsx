import { type KeyboardEvent, type ReactNode, useId, useRef, useState } from 'react';
import { moveFocus, useOutside } from './popover.ts';
import './style/dialogs.css';

interface Props {
  /** Accessible name and tooltip of the button. */
  label: string;
  icon: ReactNode;
  children: ReactNode;
}

/** A button that opens a menu. The menu closes on a choice, on a press outside and on Escape. */
export function Menu({ label, icon, children }: Props) {
  const [isOpen, setIsOpen] = useState(false);
  const place = useRef<HTMLDivElement>(null);
  const button = useRef<HTMLButtonElement>(null);
  const list = useRef<HTMLDivElement>(null);
  const id = useId();
  useOutside(place, isOpen, () => setIsOpen(false));
  const onKeyDown = (event: KeyboardEvent) => {
    if (!isOpen) return;
    if (event.key === 'Escape') {
      setIsOpen(false);
      button.current?.focus();
    } else if (!moveFocus(list.current, event.key)) return;
    event.preventDefault();
    event.stopPropagation();
  };
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: handles keys of the buttons inside.
    <div className="menu" ref={place} onKeyDown={onKeyDown}>
      <button
        ref={button}
        type="button"
        className="button quiet icon"
        aria-label={label}
        title={label}
        aria-expanded={isOpen}
        aria-controls={isOpen ? id : undefined}
        onClick={() => setIsOpen(!isOpen)}
      >
        {icon}
      </button>
      {isOpen && (
        // biome-ignore lint/a11y/noStaticElementInteractions: handles clicks of the buttons inside.
        // biome-ignore lint/a11y/useKeyWithClickEvents: as above.
        <div className="menu-list" id={id} ref={list} onClick={() => setIsOpen(false)}>
          {children}
        </div>
      )}
    </div>
  );
}
