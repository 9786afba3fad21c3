import { type KeyboardEvent, useState } from 'react';
import { isSameColor } from './colorText.ts';
import type { PresetColor } from './palette.ts';
import { Swatch } from './Swatch.tsx';
import './colors.css';

interface Props {
  label: string;
  colors: readonly PresetColor[];
  value: string;
  onChoose: (color: string) => void;
  /** Columns of the grid, for the up and down keys; a single row without it. */
  columns?: number;
}

/** A choice of colors with one tab stop. Arrow keys, Home and End move the focus. */
export function SwatchRow({ label, colors, value, onChoose, columns }: Props) {
  const chosen = colors.findIndex(({ color }) => isSameColor(color, value));
  const [stop, setStop] = useState<number>();
  const entry = Math.min(stop ?? Math.max(0, chosen), colors.length - 1);
  return (
    <fieldset
      className={`swatches ${columns ? 'is-grid' : ''}`}
      aria-label={label}
      onKeyDown={(event) => moveFocus(event, columns)}
      onBlur={() => setStop(undefined)}
    >
      {colors.map(({ color, name }, index) => (
        <button
          key={color}
          type="button"
          className="swatch-button"
          aria-label={name}
          aria-pressed={index === chosen}
          title={name}
          tabIndex={index === entry ? 0 : -1}
          onFocus={() => setStop(index)}
          onClick={() => onChoose(color)}
        >
          <Swatch color={color} chosen={index === chosen} />
        </button>
      ))}
    </fieldset>
  );
}

function moveFocus(event: KeyboardEvent<HTMLElement>, columns = 0): void {
  const buttons = [...event.currentTarget.querySelectorAll('button')];
  const from = buttons.indexOf(event.target as HTMLButtonElement);
  const steps: Record<string, number> = {
    ArrowRight: 1,
    ArrowLeft: -1,
    ArrowDown: columns,
    ArrowUp: -columns,
    Home: -from,
    End: buttons.length - 1 - from,
  };
  const by = steps[event.key];
  if (from < 0 || by === undefined) return;
  const next = buttons[from + by];
  // At the end of a row the footer moves focus to its next control.
  if (!next && columns === 0) return;
  event.preventDefault();
  event.stopPropagation();
  next?.focus();
}
