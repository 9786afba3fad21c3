import { useEffect, useRef, useState } from 'react';
import { truncateName } from '../../engine/edit/truncateName.ts';
import './style/panels.css';

interface Props {
  label: string;
  /** '' for none. */
  name: string;
  placeholder: string;
  /** Focuses the field and selects its text. */
  autoFocus?: boolean;
  /** Called with the new name; not called without a change. */
  onName: (name: string) => void;
  /** Called after commit or cancel. */
  onEnd?: () => void;
}

/** An editable name. Commits on Enter, blur and unmount; Escape cancels. */
export function NameField({ label, name, placeholder, autoFocus = false, onName, onEnd }: Props) {
  const [draft, setDraft] = useState<string>();
  const newest = useRef({ draft, onName });
  newest.current = { draft, onName };
  const field = useRef<HTMLInputElement>(null);
  useEffect(() => {
    if (autoFocus) field.current?.select();
  }, [autoFocus]);
  useEffect(() => () => saveName(newest.current), []);
  const end = (words: string | undefined) => {
    saveName({ draft: words, onName });
    newest.current = { draft: undefined, onName };
    setDraft(undefined);
    onEnd?.();
  };
  return (
    <input
      ref={field}
      className="input"
      aria-label={label}
      placeholder={placeholder}
      value={draft ?? name}
      data-at-rest={draft === undefined || undefined}
      onChange={(event) => setDraft(truncateName(event.target.value))}
      onBlur={() => end(draft)}
      onKeyDown={(event) => {
        if (event.key === 'Enter') {
          // The key must not press a button that `onEnd` focuses.
          event.preventDefault();
          event.currentTarget.blur();
        }
        if (event.key !== 'Escape' || (draft === undefined && !onEnd)) return;
        // Only discards the draft; must not close the surrounding sheet.
        event.preventDefault();
        event.stopPropagation();
        end(undefined);
      }}
    />
  );
}

function saveName({ draft, onName }: { draft: string | undefined; onName: (name: string) => void }): void {
  if (draft !== undefined) onName(draft);
}
