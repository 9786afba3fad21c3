import { endStep } from '../state/studio.ts';
import { RangeField } from './RangeField.tsx';

/** A number of a layer that a slider sets. */
export interface Measure<F extends string> {
  label: string;
  field: F;
  /** What the slider offers; a project may have more or less. */
  min: number;
  max: number;
  step: number;
  /** The value in words. */
  words(value: number): string;
}

/** A share in words. */
export const percent = (value: number) => `${Math.round(value * 100)}%`;
/** A length in words. */
export const pixels = (value: number) => `${Math.round(value)} px`;

/** How much of what lies behind shines through. */
export const opacity: Measure<'globalAlpha'> = {
  ...{ label: 'Opacity', field: 'globalAlpha', min: 0, max: 1, step: 0.01, words: percent },
};

interface Props<F extends string> {
  values: Readonly<Record<F, number>>;
  measures: readonly Measure<F>[];
  onChange: (change: Partial<Record<F, number>>) => void;
}

/** A slider for each of some numbers of a layer; changes of one follow each other as one step of undo. */
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
