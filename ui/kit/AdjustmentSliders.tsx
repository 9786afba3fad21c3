import { RotateCcw } from 'lucide-react';
import { useRef } from 'react';
import { adjustEffects } from '../../engine/effects/index.ts';
import { vignetteRange } from '../../engine/effects/vignette.ts';
import type { PictureLayer } from '../../engine/project/layers.ts';
import { IconButton } from './IconButton.tsx';
import { RangeField } from './RangeField.tsx';
import './style/effects.css';

/** Filter amounts, in percent. */
export type Adjustments = Pick<PictureLayer, 'brightness' | 'contrast' | 'saturation' | 'vignette' | 'fadeOpacity'>;

interface Slider {
  id: keyof Adjustments;
  title: string;
  min: number;
  max: number;
  step: number;
  usual: number;
}

/** In display order: the vignette comes before the fade. */
const sliders: readonly Slider[] = (() => {
  const adjusted = adjustEffects.map(({ id, title, range }) => ({ id, title, ...range }));
  const fade = adjusted.findIndex(({ id }) => id === 'fadeOpacity');
  return [...adjusted.slice(0, fade), { id: 'vignette', ...vignetteRange }, ...adjusted.slice(fade)];
})();

/** The neutral amounts. */
export const plainAdjustments = Object.fromEntries(
  sliders.map(({ id, usual }) => [id, usual]),
) as unknown as Adjustments;

/** Whether all amounts are neutral. */
export function arePlain(values: Adjustments): boolean {
  return sliders.every(({ id, usual }) => values[id] === usual);
}

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
      {sliders.map((slider) => (
        <Row key={slider.id} slider={slider} {...props} />
      ))}
    </div>
  );
}

function Row({ slider, values, onChange, onEnd, onReset }: Props & { slider: Slider }) {
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
