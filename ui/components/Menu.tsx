import { type KeyboardEvent, type ReactNode, useEffect, useId, useRef, useState } from 'react';
import './menu.css';

interface Props {
  /** What the button says to screen readers, and its tip. */
  label: string;
  icon: ReactNode;
  children: ReactNode;
}

/** A button that opens a short list of others. It closes on a choice, on a press outside and on Escape. */
export function Menu({ label, icon, children }: Props) {
  const [isOpen, setIsOpen] = useState(false);
  const place = useRef<HTMLDivElement>(null);
  const button = useRef<HTMLButtonElement>(null);
  const id = useId();
  useEffect(() => {
    if (!isOpen) return;
    const press = ({ target }: PointerEvent) => {
      if (!place.current?.contains(target as Node)) setIsOpen(false);
    };
    addEventListener('pointerdown', press, { capture: true });
    return () => removeEventListener('pointerdown', press, { capture: true });
  }, [isOpen]);
  const onKeyDown = (event: KeyboardEvent) => {
    if (!isOpen) return;
    if (event.key === 'Escape') {
      setIsOpen(false);
      button.current?.focus();
    } else if (event.key === 'ArrowDown' || event.key === 'ArrowUp')
      moveFocus(place.current, event.key === 'ArrowDown');
    else return;
    event.preventDefault();
    event.stopPropagation();
  };
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: it listens for what is in it.
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
        // biome-ignore lint/a11y/noStaticElementInteractions: the buttons in it have been pressed.
        // biome-ignore lint/a11y/useKeyWithClickEvents: as above.
        <div className="menu-list" id={id} onClick={() => setIsOpen(false)}>
          {children}
        </div>
      )}
    </div>
  );
}

function moveFocus(place: HTMLElement | null, down: boolean): void {
  const items = [...(place?.querySelectorAll<HTMLElement>('.menu-list :is(button, a)') ?? [])];
  const now = items.indexOf(document.activeElement as HTMLElement);
  const next = now < 0 ? (down ? 0 : items.length - 1) : (now + (down ? 1 : -1) + items.length) % items.length;
  items[next]?.focus();
}
