import { RangeField } from '../../kit/RangeField.tsx';
import { useMixed } from '../state/layers.ts';
import { endStep } from '../state/studio.ts';

/** A numeric field of a layer with a slider. */
export interface Measure<F extends string> {
  label: string;
  field: F;
  /** Range of the slider; extended if the project's value lies outside. */
  min: number;
  max: number;
  step: number;
  /** Formats the value for screen readers. */
  words(value: number): string;
  /** Unit of the typed number, the number shown for a value of 1 (default 1), and the usual value. */
  typed: { unit: string; scale?: number; usual?: number };
}

/** A share in percent. @param usual the share that a reset restores. */
export const percent = (usual?: number): Pick<Measure<string>, 'words' | 'typed'> => ({
  words: (value) => `${Math.round(value * 100)}%`,
  typed: { unit: '%', scale: 100, ...(usual !== undefined && { usual }) },
});
/** A length in pixels of the canvas. @param usual the length that a reset restores. */
export const pixels = (usual?: number): Pick<Measure<string>, 'words' | 'typed'> => ({
  words: (value) => `${Math.round(value)} px`,
  typed: { unit: 'px', ...(usual !== undefined && { usual }) },
});

export const opacity: Measure<'globalAlpha'> = {
  ...{ label: 'Opacity', field: 'globalAlpha', min: 0, max: 1, step: 0.01 },
  ...percent(1),
};

interface Props<F extends string> {
  values: Readonly<Record<F, number>>;
  measures: readonly Measure<F>[];
  onChange: (change: Partial<Record<F, number>>) => void;
}

/** A slider per numeric field. Consecutive changes of one field are one undo step. */
export function Measures<F extends string>({ values, measures, onChange }: Props<F>) {
  const isMixed = useMixed();
  return measures.map(({ label, field, min, max, step, words, typed }) => (
    <RangeField
      key={field}
      label={label}
      value={values[field]}
      min={Math.min(min, values[field])}
      max={Math.max(max, values[field])}
      step={step}
      keys={{ coarse: step }}
      words={words(values[field])}
      typed={typed}
      isMixed={isMixed(field)}
      onChange={(value) => onChange({ [field]: value } as Partial<Record<F, number>>)}
      onEnd={endStep}
    />
  ));
}
