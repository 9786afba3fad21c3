import { type ReactNode, useRef, useState } from 'react';

interface Props {
  /** Label of the button. */
  label: string;
  isDanger?: boolean;
  /** @param close closes the form, optionally with a result message. */
  children: (close: (message?: string) => void) => ReactNode;
}

/** A button that a form replaces when pressed. */
export function Reveal({ label, isDanger = false, children }: Props) {
  const [isOpen, setOpen] = useState(false);
  const [message, setMessage] = useState<string>();
  const button = useRef<HTMLButtonElement>(null);
  const close = (text?: string) => {
    setOpen(false);
    setMessage(text);
    // The focused element was removed with the form.
    requestAnimationFrame(() => button.current?.focus());
  };
  if (isOpen)
    return (
      <div className="is-open" ref={focusFirst}>
        {children(close)}
      </div>
    );
  return (
    <div className="row wrap account-actions">
      <button
        type="button"
        className={isDanger ? 'button plain is-danger' : 'button plain'}
        ref={button}
        onClick={() => setOpen(true)}
      >
        {label}
      </button>
      <p className="grow account-said" role="status">
        {message}
      </p>
    </div>
  );
}

/** Focuses the first input of a mounted element; for `ref`. */
export function focusFirst(form: HTMLElement | null): void {
  form?.querySelector('input')?.focus();
}

/** Focuses a mounted element; for `ref`. */
export function focusOn(element: HTMLElement | null): void {
  element?.focus();
}

/** Closes a form that `Reveal` opened. */
export function Cancel({ onCancel }: { onCancel: () => void }) {
  return (
    <button type="button" className="button quiet" onClick={() => onCancel()}>
      Cancel
    </button>
  );
}
