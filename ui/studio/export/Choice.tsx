interface ChoiceProps<T extends string | number> {
  label: string;
  value: T | undefined;
  choices: readonly T[];
  /** Labels of choices; default: the value. */
  titles?: Partial<Record<T, string>>;
  onChange: (value: T) => void;
}

/** A row of short radio buttons. */
export function Choice<T extends string | number>({ label, value, choices, titles, onChange }: ChoiceProps<T>) {
  return (
    <fieldset className={`stack output-lengths ${titles ? '' : 'is-four'}`}>
      <legend>{label}</legend>
      {choices.map((choice) => (
        <label key={choice} className="choice output-length numbers">
          <input
            type="radio"
            className="card-input"
            name={`output-${label}`}
            checked={choice === value}
            onChange={() => onChange(choice)}
          />
          {titles?.[choice] ?? choice}
        </label>
      ))}
    </fieldset>
  );
}
