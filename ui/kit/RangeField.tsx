import { type KeyboardEvent, useId } from 'react';
import { NumberField } from './NumberField.tsx';
import './style/fields.css';

/** A slider for a number. */
export interface RangeFieldProps {
  label: string;
  value: number;
  min?: number;
  max: number;
  /** Step of a drag; default 0.01. */
  step?: number;
  /**
   * Steps of arrow keys: `coarse` for left and right, `fine` (if set) for up and down. Page Up and Page Down are ten
   * times as large.
   */
  keys: { coarse: number; fine?: number };
  /** The formatted value, such as "80%". */
  words: string;
  onChange: (value: number) => void;
  /** Called when a drag or key ends: closes the undo step. */
  onEnd: () => void;
  /**
   * Makes the value a field that is typed, dragged by its label and reset: its unit, the number shown for a value of 1
   * (default 1), and the usual value if there is one.
   */
  typed?: { unit: string; scale?: number; usual?: number };
  /** Whether the value is only that of the first of several selected things. */
  isMixed?: boolean;
  /** Whether label and value are visible; otherwise only for screen readers. Default true. */
  shown?: boolean;
  disabled?: boolean;
}

/** A slider with label and value. */
export function RangeField(props: RangeFieldProps) {
  const {
    label,
    value,
    min = 0,
    max,
    step = 0.01,
    keys,
    words,
    onChange,
    onEnd,
    shown = true,
    disabled = false,
    typed,
    isMixed = false,
  } = props;
  const id = useId();
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const by = stepOf(event.key, keys);
    if (by === undefined) return;
    event.preventDefault();
    onChange(Math.min(max, Math.max(min, Math.round((value + by) * 1000) / 1000)));
  };
  const input = (
    <input
      id={id}
      type="range"
      className="range"
      style={{ '--filled': max > min ? (Math.min(max, value) - min) / (max - min) : 0 } as React.CSSProperties}
      aria-label={shown && !typed ? undefined : label}
      aria-valuetext={isMixed ? 'Mixed' : words}
      {...{ min, max, step, disabled }}
      value={Math.min(max, Math.max(min, value))}
      onChange={({ target }) => onChange(Number(target.value))}
      onPointerUp={onEnd}
      onPointerCancel={onEnd}
      onKeyDown={onKeyDown}
      onKeyUp={onEnd}
    />
  );
  if (!shown) return input;
  if (typed) {
    const { unit, scale = 1, usual } = typed;
    const scaled = (number: number) => Number((number * scale).toFixed(2));
    return (
      <div className="range-field is-typed">
        <NumberField
          {...{ label, unit, disabled, onEnd }}
          value={isMixed ? undefined : scaled(value)}
          min={scaled(min)}
          max={scaled(max)}
          step={scaled(step)}
          usual={usual === undefined ? undefined : scaled(usual)}
          onChange={(number) => onChange(number / scale)}
        />
        {input}
      </div>
    );
  }
  return (
    <div className="range-field">
      <label htmlFor={id}>{label}</label>
      <output className="numbers soft" htmlFor={id} aria-hidden="true">
        {isMixed ? 'Mixed' : words}
      </output>
      {input}
    </div>
  );
}

function stepOf(key: string, { coarse, fine = coarse }: RangeFieldProps['keys']): number | undefined {
  const steps: Record<string, number> = {
    ArrowRight: coarse,
    ArrowLeft: -coarse,
    ArrowUp: fine,
    ArrowDown: -fine,
    PageUp: 10 * coarse,
    PageDown: -10 * coarse,
  };
  return steps[key];
}
