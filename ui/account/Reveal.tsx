import { type ReactNode, useRef, useState } from 'react';

interface Props {
  /** Of the button. */
  label: string;
  isDanger?: boolean;
  /** @param close puts the form away again, and may say what came of it. */
  children: (close: (said?: string) => void) => ReactNode;
}

/** A button that opens a form in its place. */
export function Reveal({ label, isDanger = false, children }: Props) {
  const [isOpen, setOpen] = useState(false);
  const [said, setSaid] = useState<string>();
  const button = useRef<HTMLButtonElement>(null);
  const close = (text?: string) => {
    setOpen(false);
    setSaid(text);
    // Where the focus was is gone with the form.
    requestAnimationFrame(() => button.current?.focus());
  };
  if (isOpen)
    return (
      <div className="is-open" ref={focusFirst}>
        {children(close)}
      </div>
    );
  return (
    <div className="account-actions">
      <button
        type="button"
        className={isDanger ? 'button plain is-danger' : 'button plain'}
        ref={button}
        onClick={() => setOpen(true)}
      >
        {label}
      </button>
      <p className="account-said" role="status">
        {said}
      </p>
    </div>
  );
}

/** Takes the focus to the first field of what has just come; for `ref`. */
export function focusFirst(form: HTMLElement | null): void {
  form?.querySelector('input')?.focus();
}

/** Takes the focus to what has just come; for `ref`. */
export function focusOn(element: HTMLElement | null): void {
  element?.focus();
}

/** Puts a form away again that `Reveal` opened. */
export function Cancel({ onCancel }: { onCancel: () => void }) {
  return (
    <button type="button" className="button quiet" onClick={() => onCancel()}>
      Cancel
    </button>
  );
}
