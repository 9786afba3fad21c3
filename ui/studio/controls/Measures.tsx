import { RangeField } from '../../kit/RangeField.tsx';
import { endStep } from '../state/studio.ts';

/** A numeric field of a layer with a slider. */
export interface Measure<F extends string> {
  label: string;
  field: F;
  /** Range of the slider; extended if the project's value lies outside. */
  min: number;
  max: number;
  step: number;
  /** Formats the value. */
  words(value: number): string;
}

/** Formats a share as percent. */
export const percent = (value: number) => `${Math.round(value * 100)}%`;
/** Formats a length. */
export const pixels = (value: number) => `${Math.round(value)} px`;

export const opacity: Measure<'globalAlpha'> = {
  ...{ label: 'Opacity', field: 'globalAlpha', min: 0, max: 1, step: 0.01, words: percent },
};

interface Props<F extends string> {
  values: Readonly<Record<F, number>>;
  measures: readonly Measure<F>[];
  onChange: (change: Partial<Record<F, number>>) => void;
}

/** A slider per numeric field. Consecutive changes of one field are one undo step. */
export function Measures<F extends string>({ values, measures, onChange }: Props<F>) {
  return measures.map(({ label, field, min, max, step, words }) => (
    <RangeField
      key={field}
      label={label}
      value={values[field]}
      min={Math.min(min, values[field])}
      max={Math.max(max, values[field])}
      step={step}
      keys={{ coarse: step }}
      words={words(values[field])}
      onChange={(value) => onChange({ [field]: value } as Partial<Record<F, number>>)}
      onEnd={endStep}
    />
  ));
}
