import type { ReactNode } from 'react';
import '../panels/panels.css';
import './controls.css';

interface Props<T extends string> {
  label: string;
  /** Name of the radio group. */
  name: string;
  /** undefined: none is selected. */
  value: T | undefined;
  choices: readonly { value: T; title: string; hint: string; icon: ReactNode }[];
  /** Visible but cannot be changed. */
  disabled?: boolean;
  onChange: (value: T) => void;
}

/** A choice of one card with a description. */
export function RadioCards<T extends string>({ label, name, value, choices, disabled, onChange }: Props<T>) {
  return (
    <fieldset className="radio-cards" disabled={disabled}>
      <legend>{label}</legend>
      {choices.map((choice) => (
        <label key={choice.value} className="radio-card">
          <input
            type="radio"
            className="card-input"
            name={name}
            checked={choice.value === value}
            onChange={() => onChange(choice.value)}
          />
          {choice.icon}
          <span>
            <strong>{choice.title}</strong>
            <span className="soft small">{choice.hint}</span>
          </span>
        </label>
      ))}
    </fieldset>
  );
}
