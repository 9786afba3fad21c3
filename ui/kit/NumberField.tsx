import { RotateCcw } from 'lucide-react';
import { type KeyboardEvent, type PointerEvent, useId, useRef, useState } from 'react';
import { startDrag } from './drag.ts';
import { isByKeyboard } from './input.ts';
import { numberForField, parseNumber } from './words.ts';
import './style/fields.css';

interface Props {
  /** Visible label; dragging it changes the number. */
  label: string;
  /** Accessible name, if the label is short; must contain the label. */
  name?: string;
  /** undefined: several values. */
  value: number | undefined;
  min: number;
  max: number;
  /** Step of arrow keys and of each pixel of a drag; ten times as much with Shift. */
  step: number;
  /** Behind the number, such as "px". */
  unit?: string;
  /** The usual value, which a button and a double click on the label restore. */
  usual?: number | undefined;
  disabled?: boolean;
  onChange: (value: number) => void;
  /** Called when typing, a drag or a key ends: closes the undo step. */
  onEnd: () => void;
}

/** Distance before a drag of the label begins, in CSS pixels. */
const SCRUB_WAY = 2;

/** A number that is typed, stepped by arrow keys, dragged by its label, and reset. */
export function NumberField(props: Props) {
  const { label, name = label, value, min, max, step, unit, usual, disabled = false, onChange, onEnd } = props;
  const [draft, setDraft] = useState<string>();
  const id = useId();
  const input = useRef<HTMLInputElement>(null);
  const set = (to: number) => onChange(Math.min(max, Math.max(min, Number(to.toFixed(4)))));
  const commit = () => {
    if (draft === undefined) return;
    setDraft(undefined);
    const typed = parseNumber(draft);
    if (!Number.isNaN(typed)) set(typed);
    onEnd();
  };
  const reset = () => {
    if (usual === undefined || disabled) return;
    set(usual);
    onEnd();
    // The button disappears and would lose the focus.
    if (isByKeyboard()) input.current?.focus();
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'Enter') commit();
    if (event.key === 'Escape' && draft !== undefined) {
      event.preventDefault();
      setDraft(undefined);
    }
    const direction = { ArrowUp: 1, ArrowDown: -1 }[event.key];
    if (direction === undefined) return;
    event.preventDefault();
    const typed = draft === undefined ? value : parseNumber(draft);
    setDraft(undefined);
    set((typed || 0) + direction * step * (event.shiftKey ? 10 : 1));
  };
  const scrub = (press: PointerEvent<HTMLElement>) => {
    if (disabled || value === undefined) return;
    startDrag(press, {
      way: SCRUB_WAY,
      onMove: (clientX) => set(value + Math.round(clientX - press.clientX) * step),
      onEnd,
      onCancel: () => {
        set(value);
        onEnd();
      },
    });
  };
  const isChanged = usual !== undefined && value !== usual;
  return (
    <div className="number-field" data-disabled={disabled || undefined}>
      <label htmlFor={id} title={name} onPointerDown={scrub} onDoubleClick={reset}>
        {label}
      </label>
      <input
        ref={input}
        id={id}
        role="spinbutton"
        className="numbers"
        aria-label={name}
        aria-valuenow={value}
        aria-valuemin={min}
        aria-valuemax={max}
        inputMode="decimal"
        autoComplete="off"
        disabled={disabled}
        placeholder={value === undefined ? 'Mixed' : undefined}
        value={draft ?? (value === undefined ? '' : numberForField(value))}
        onFocus={(event) => event.target.select()}
        onChange={({ target }) => setDraft(target.value)}
        onBlur={commit}
        onKeyDown={onKeyDown}
        onKeyUp={({ key }) => (key === 'ArrowUp' || key === 'ArrowDown') && onEnd()}
      />
      {isChanged && !disabled && (
        <button type="button" aria-label={`Reset ${name}`} title={`Reset ${name}`} onClick={reset}>
          <RotateCcw aria-hidden="true" />
        </button>
      )}
      {unit && value !== undefined && (
        <span className="soft" aria-hidden="true">
          {unit}
        </span>
      )}
    </div>
  );
}
