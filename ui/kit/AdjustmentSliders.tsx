import { RotateCcw } from 'lucide-react';
import { useRef } from 'react';
import { type FilterSlider, filterSliders } from '../../engine/effects/index.ts';
import type { FilterAmount, Filters } from '../../engine/project/videoEffects.ts';
import { IconButton } from './IconButton.tsx';
import { RangeField } from './RangeField.tsx';
import './style/effects.css';

/** Filter amounts, in percent. */
type Adjustments = Pick<Filters, FilterAmount>;

interface Props {
  values: Adjustments;
  /** Called at each step of a drag or key. */
  onChange: (change: Partial<Adjustments>) => void;
  /** Called when a drag or key ends. */
  onEnd: () => void;
  /** Resets one amount, as its own undo step. */
  onReset: (change: Partial<Adjustments>) => void;
}

/** A slider with a reset button for each filter amount. */
export function AdjustmentSliders(props: Props) {
  return (
    <div className="stack-half filter-rows">
      {filterSliders.map((slider) => (
        <Row key={slider.id} slider={slider} {...props} />
      ))}
    </div>
  );
}

function Row({ slider, values, onChange, onEnd, onReset }: Props & { slider: FilterSlider }) {
  const { id, title, min, max, step, usual } = slider;
  const value = values[id];
  const row = useRef<HTMLDivElement>(null);
  const reset = () => {
    // The button hides and would lose the focus.
    row.current?.querySelector('input')?.focus();
    onReset({ [id]: usual });
  };
  return (
    <div className="filter-row" ref={row}>
      <RangeField
        label={title}
        {...{ value, min, max, step }}
        keys={{ coarse: 1 }}
        words={`${Math.round(value)}%`}
        onChange={(amount) => onChange({ [id]: amount })}
        onEnd={onEnd}
      />
      <IconButton icon={RotateCcw} label={`Reset ${title.toLowerCase()}`} disabled={value === usual} onClick={reset} />
    </div>
  );
}
