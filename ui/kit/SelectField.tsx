import { useId } from 'react';
import './style/effects.css';

interface Props<T extends string> {
  label: string;
  /** undefined if no choice matches: `otherwise` is shown. */
  value: T | undefined;
  choices: readonly { value: T; title: string }[];
  /** Text for a value that is not one of the choices. */
  otherwise?: string;
  disabled?: boolean;
  onChange: (value: T) => void;
}

/** A labeled list to choose one of. */
export function SelectField<T extends string>({ label, value, choices, otherwise, disabled, onChange }: Props<T>) {
  const id = useId();
  return (
    <div className="effect-choice">
      <label htmlFor={id}>{label}</label>
      <select
        id={id}
        className="select"
        value={value ?? ''}
        disabled={disabled}
        onChange={({ target }) => onChange(target.value as T)}
      >
        {otherwise !== undefined && (
          <option value="" disabled>
            {otherwise}
          </option>
        )}
        {choices.map((choice) => (
          <option key={choice.value} value={choice.value}>
            {choice.title}
          </option>
        ))}
      </select>
    </div>
  );
}
