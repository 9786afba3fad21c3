import { type KeyboardEvent, useId } from 'react';
import './range.css';

/** A number chosen along a line. */
export interface RangeFieldProps {
  label: string;
  value: number;
  min?: number;
  max: number;
  /** How finely a drag chooses; default 0.01. */
  step?: number;
  /** How far an arrow key goes: left and right, and, where given, up and down; Page Up and Page Down ten times as far. */
  keys: { coarse: number; fine?: number };
  /** The value in words, such as "80%". */
  words: string;
  onChange: (value: number) => void;
  /** Called when a drag or key has ended: a step of undo ends here. */
  onEnd: () => void;
  /** Whether label and words are seen; else they are for screen readers alone. Default true. */
  shown?: boolean;
  disabled?: boolean;
}

/** A slider with its name and value. */
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
  } = props;
  const id = useId();
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const by = wayOf(event.key, keys);
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
      aria-label={shown ? undefined : label}
      aria-valuetext={words}
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
  return (
    <div className="range-field">
      <label htmlFor={id}>{label}</label>
      <output className="numbers soft" htmlFor={id} aria-hidden="true">
        {words}
      </output>
      {input}
    </div>
  );
}

function wayOf(key: string, { coarse, fine = coarse }: RangeFieldProps['keys']): number | undefined {
  const ways: Record<string, number> = {
    ArrowRight: coarse,
    ArrowLeft: -coarse,
    ArrowUp: fine,
    ArrowDown: -fine,
    PageUp: 10 * coarse,
    PageDown: -10 * coarse,
  };
  return ways[key];
}
