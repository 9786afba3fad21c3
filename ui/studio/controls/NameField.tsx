import { useEffect, useRef, useState } from 'react';
import { cutName } from '../../../engine/edit/cutName.ts';

interface Props {
  label: string;
  /** '' for none. */
  name: string;
  placeholder: string;
  /** Takes the focus. */
  autoFocus?: boolean;
  /** Takes what was typed; not called where nothing was. */
  onName: (name: string) => void;
  /** After the name counts, or was given up. */
  onEnd?: () => void;
}

/** A name to be written over: it counts on Enter, on leaving the field and on closing what it stands in; Escape gives it up. */
export function NameField({ label, name, placeholder, autoFocus = false, onName, onEnd }: Props) {
  const [draft, setDraft] = useState<string>();
  const newest = useRef({ draft, onName });
  newest.current = { draft, onName };
  const field = useRef<HTMLInputElement>(null);
  useEffect(() => {
    if (autoFocus) field.current?.select();
  }, [autoFocus]);
  useEffect(() => () => keep(newest.current), []);
  const end = (words: string | undefined) => {
    keep({ draft: words, onName });
    newest.current = { draft: undefined, onName };
    setDraft(undefined);
    onEnd?.();
  };
  return (
    <input
      ref={field}
      className="name-field"
      aria-label={label}
      placeholder={placeholder}
      value={draft ?? name}
      data-at-rest={draft === undefined || undefined}
      onChange={(event) => setDraft(cutName(event.target.value))}
      onBlur={() => end(draft)}
      onKeyDown={(event) => {
        if (event.key === 'Enter') event.currentTarget.blur();
        if (event.key !== 'Escape' || (draft === undefined && !onEnd)) return;
        // It takes back what was typed, and closes nothing.
        event.preventDefault();
        event.stopPropagation();
        end(undefined);
      }}
    />
  );
}

function keep({ draft, onName }: { draft: string | undefined; onName: (name: string) => void }): void {
  if (draft !== undefined) onName(draft);
}
