import { Minus, Plus } from 'lucide-react';
import { useState } from 'react';
import { clampedValue, type StepperRange, stepValue } from '../../engine/edit/stepper.ts';
import { useHold } from './useHold.ts';
import './style/fields.css';
import { numberForField, parseNumber } from './words.ts';

interface Props {
  label: string;
  value: number;
  range: StepperRange;
  onChange: (value: number) => void;
  /** Called when a press, a hold or typing ends: closes the undo step. */
  onEnd: () => void;
}

/** A number field with decrement and increment buttons, which repeat while pressed. */
export function Stepper({ label, value, range, onChange, onEnd }: Props) {
  const [draft, setDraft] = useState<string>();
  const step = (direction: 1 | -1) => {
    setDraft(undefined);
    onChange(stepValue(draft === undefined ? value : parseNumber(draft), direction, range));
  };
  const commit = () => {
    if (draft === undefined) return;
    onChange(clampedValue(parseNumber(draft), range));
    setDraft(undefined);
    onEnd();
  };
  return (
    <div className="footer-field stepper">
      <span className="stepper-row">
        <button
          type="button"
          aria-label={`Decrease ${label}`}
          aria-disabled={value <= range.min}
          {...useHold(() => step(-1), onEnd)}
        >
          <Minus aria-hidden="true" />
        </button>
        <input
          role="spinbutton"
          aria-label={label}
          aria-valuenow={value}
          aria-valuemin={range.min}
          aria-valuemax={range.max}
          inputMode="decimal"
          value={draft ?? numberForField(value)}
          onFocus={(event) => event.target.select()}
          onChange={({ target }) => setDraft(target.value)}
          onBlur={commit}
          onKeyDown={(event) => {
            if (event.key === 'Enter') commit();
            if (event.key === 'Escape') setDraft(undefined);
            if (event.key !== 'ArrowUp' && event.key !== 'ArrowDown') return;
            event.preventDefault();
            step(event.key === 'ArrowUp' ? 1 : -1);
          }}
          onKeyUp={(event) => (event.key === 'ArrowUp' || event.key === 'ArrowDown') && onEnd()}
        />
        <button
          type="button"
          aria-label={`Increase ${label}`}
          aria-disabled={value >= range.max}
          {...useHold(() => step(1), onEnd)}
        >
          <Plus aria-hidden="true" />
        </button>
      </span>
      <span className="footer-label" aria-hidden="true">
        {label}
      </span>
    </div>
  );
}
