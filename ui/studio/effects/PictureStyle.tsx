import { RotateCcw } from 'lucide-react';
import { useLayoutEffect } from 'react';
import { defaultLook, hasDefaultLook } from '../../../engine/edit/pictureLook.ts';
import { isPicture } from '../../../engine/kinds/families.ts';
import { type BlendMode, blendModes } from '../../../engine/project/pictureLook.ts';
import { SelectField } from '../../kit/SelectField.tsx';
import { type Measure, Measures, opacity, pixels } from '../controls/Measures.tsx';
import { ShadowFields } from '../controls/ShadowFields.tsx';
import { setFields, useLayer, useMixed } from '../state/layers.ts';
import { endStep } from '../state/studio.ts';
import '../../kit/style/effects.css';

const measures: readonly Measure<'globalAlpha' | 'radius'>[] = [
  opacity,
  { label: 'Corner radius', field: 'radius', min: 0, max: 360, step: 1, ...pixels(0) },
];

const modes: Record<BlendMode, string> = {
  normal: 'Normal',
  multiply: 'Multiply',
  screen: 'Screen',
  overlay: 'Overlay',
  darken: 'Darken',
  lighten: 'Lighten',
  'hard-light': 'Hard light',
  difference: 'Difference',
  exclusion: 'Exclusion',
};

/** Route picture-style: opacity, blend mode, shadow and corners of the selected image or video. */
export function PictureStyle() {
  const layer = useLayer(isPicture);
  const isMixed = useMixed();
  useLayoutEffect(() => endStep, []);
  if (!layer) return null;
  const isUsual = hasDefaultLook(layer);
  return (
    <div className="stack-2 effect-panel">
      <Measures values={layer} measures={measures} onChange={(change) => setFields(layer, change)} />
      <SelectField
        label="Blend"
        value={isMixed('blendMode') ? undefined : layer.blendMode}
        {...(isMixed('blendMode') && { otherwise: 'Mixed' })}
        choices={blendModes.map((value) => ({ value, title: modes[value] }))}
        onChange={(blendMode) => setFields(layer, { blendMode }, true)}
      />
      <ShadowFields
        hint="Shadow on the layers behind"
        values={layer}
        onChange={(change, isWhole) => setFields(layer, change, isWhole)}
      />
      <button
        type="button"
        className="button plain"
        aria-disabled={isUsual}
        onClick={() => !isUsual && setFields(layer, defaultLook, true)}
      >
        <RotateCcw aria-hidden="true" />
        Reset all
      </button>
    </div>
  );
}
