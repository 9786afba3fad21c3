import type { ReactNode } from 'react';
import './controls.css';

interface Props<T extends string> {
  label: string;
  /** undefined if no choice matches. */
  value: T | undefined;
  choices: readonly { value: T; name: string; icon: ReactNode }[];
  onChange: (value: T) => void;
}

/** A segmented control for the footer. */
export function Segments<T extends string>({ label, value, choices, onChange }: Props<T>) {
  return (
    <fieldset className="footer-field" aria-label={label}>
      <span className="segments">
        {choices.map((choice) => (
          <button
            key={choice.value}
            type="button"
            aria-label={choice.name}
            title={choice.name}
            aria-pressed={choice.value === value}
            onClick={() => choice.value !== value && onChange(choice.value)}
          >
            {choice.icon}
          </button>
        ))}
      </span>
      <span className="footer-label" aria-hidden="true">
        {label}
      </span>
    </fieldset>
  );
}
