import type { ReactNode } from 'react';
import './controls.css';

interface Props<T extends string> {
  label: string;
  /** undefined when none of the choices is what there is. */
  value: T | undefined;
  choices: readonly { value: T; name: string; icon: ReactNode }[];
  onChange: (value: T) => void;
}

/** A few choices beside each other in a footer, one of them pressed. */
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
