import { useId } from 'react';
import './style/fields.css';

interface Props {
  label: string;
  /** A sentence of explanation; absent if the label is enough. */
  hint?: string;
  on: boolean;
  /** Visible but cannot be changed. */
  disabled?: boolean;
  onChange: (on: boolean) => void;
}

/** A labeled switch. */
export function Switch({ label, hint, on, disabled = false, onChange }: Props) {
  const id = useId();
  return (
    <div className="row split switch-row">
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
