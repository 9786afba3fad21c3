import { filterSliders } from '../../engine/effects/index.ts';
import type { FilterAmount, Filters } from '../../engine/project/videoEffects.ts';
import { RangeField } from './RangeField.tsx';
import './style/effects.css';

/** Filter amounts, in percent. */
type Adjustments = Pick<Filters, FilterAmount>;

interface Props {
  values: Adjustments;
  /** Called at each step of a drag or key, and for a typed or reset amount. */
  onChange: (change: Partial<Adjustments>) => void;
  /** Called when a change ends. */
  onEnd: () => void;
  /** Whether several selected layers differ in an amount. */
  isMixed?: (field: FilterAmount) => boolean;
}

/** A slider for each filter amount. */
export function AdjustmentSliders({ values, onChange, onEnd, isMixed = () => false }: Props) {
  return (
    <div className="stack-half filter-rows">
      {filterSliders.map(({ id, title, min, max, step, usual }) => (
        <RangeField
          key={id}
          label={title}
          value={values[id]}
          {...{ min, max, step, onEnd }}
          keys={{ coarse: 1 }}
          words={`${Math.round(values[id])}%`}
          typed={{ unit: '%', usual }}
          isMixed={isMixed(id)}
          onChange={(amount) => onChange({ [id]: amount })}
        />
      ))}
    </div>
  );
}
