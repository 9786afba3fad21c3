import { useId, useState } from 'react';
import { numberForField, parseNumber } from '../../kit/words.ts';

interface Props {
  label: string;
  value: number | undefined;
  min: number;
  max: number;
  isWhole?: boolean;
  /** Shown without a number. */
  placeholder: string;
  hint: string;
  /** Names the limits of the number. */
  wrong: string;
  /** Called with each valid number; undefined: the field is empty. */
  onChange: (value: number | undefined) => void;
}

/** A field for a number that may be left empty. */
export function OptionalNumber({ label, value, min, max, isWhole, placeholder, hint, wrong, onChange }: Props) {
  const [text, setText] = useState(value === undefined ? '' : numberForField(value));
  const id = useId();
  const read = (typed: string): number | undefined | 'unreadable' => {
    if (typed.trim() === '') return undefined;
    const number = parseNumber(typed);
    return number >= min && number <= max && (!isWhole || Number.isInteger(number)) ? number : 'unreadable';
  };
  const isWrong = read(text) === 'unreadable';
  const change = (next: string) => {
    setText(next);
    const number = read(next);
    if (number !== 'unreadable') onChange(number);
  };
  return (
    <div className="output-custom">
      <label htmlFor={id}>{label}</label>
      <input
        id={id}
        className="input numbers"
        inputMode="decimal"
        autoComplete="off"
        maxLength={10}
        value={text}
        placeholder={placeholder}
        aria-invalid={isWrong}
        aria-describedby={`${id}-hint`}
        onChange={({ target }) => change(target.value)}
      />
      <p id={`${id}-hint`} className={isWrong ? 'refusal small' : 'soft small'} role={isWrong ? 'alert' : undefined}>
        {isWrong ? wrong : hint}
      </p>
    </div>
  );
}
