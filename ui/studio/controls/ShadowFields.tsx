import { isTransparent, parseRgba } from '../../../engine/layout/color.ts';
import type { Shadow } from '../../../engine/painters/shadow.ts';
import { Switch } from '../../kit/Switch.tsx';
import { hexOf, withAlpha } from '../../kit/swatches.tsx';
import { endStep } from '../state/studio.ts';
import { type Measure, Measures, pixels } from './Measures.tsx';
import { ProjectColorPicker } from './ProjectColorPicker.tsx';

const measures: readonly Measure<'shadowBlur' | 'shadowOffsetX' | 'shadowOffsetY'>[] = [
  { label: 'Blur', field: 'shadowBlur', min: 0, max: 60, step: 1, ...pixels() },
  { label: 'To the right', field: 'shadowOffsetX', min: -60, max: 60, step: 1, ...pixels() },
  { label: 'Down', field: 'shadowOffsetY', min: -60, max: 60, step: 1, ...pixels() },
];

/** Color of a new shadow. */
const NEW_SHADOW = '#00000099';

interface Props {
  hint: string;
  values: Shadow;
  /** @param isWhole whether this is its own undo step. */
  onChange: (change: Partial<Shadow>, isWhole?: boolean) => void;
}

/** A switch for the shadow, and its settings. */
export function ShadowFields({ hint, values, onChange }: Props) {
  const { shadowColor } = values;
  const hasShadow = !isTransparent(shadowColor);
  return (
    <>
      <Switch
        label="Shadow"
        hint={hint}
        on={hasShadow}
        onChange={(on) => onChange({ shadowColor: on ? NEW_SHADOW : 'none' }, true)}
      />
      {hasShadow && (
        <>
          <Measures values={values} measures={measures} onChange={onChange} />
          <ProjectColorPicker
            value={hexOf(shadowColor)}
            onChange={(color) => onChange({ shadowColor: withAlpha(hexOf(color), parseRgba(shadowColor).a) })}
            onEnd={endStep}
          />
        </>
      )}
    </>
  );
}
