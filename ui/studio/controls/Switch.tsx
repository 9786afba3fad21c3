import { useId } from 'react';
import './controls.css';

interface Props {
  label: string;
  /** What it does, in a sentence; absent where the label says it. */
  hint?: string;
  on: boolean;
  /** It stays in place, and does nothing. */
  disabled?: boolean;
  onChange: (on: boolean) => void;
}

/** A setting that is on or off. */
export function Switch({ label, hint, on, disabled = false, onChange }: Props) {
  const id = useId();
  return (
    <div className="switch-row">
      <label htmlFor={id}>
        <strong>{label}</strong>
        {hint && (
          <span className="soft small" id={`${id}-hint`}>
            {hint}
          </span>
        )}
      </label>
      <button
        id={id}
        type="button"
        role="switch"
        aria-checked={on}
        aria-label={label}
        disabled={disabled}
        aria-describedby={hint && `${id}-hint`}
        className="switch"
        onClick={() => onChange(!on)}
      >
        <span />
      </button>
    </div>
  );
}
