import type { SoundEffectsChange } from '../../../engine/edit/soundEffects.ts';
import { MAX_EQ_GAIN, MAX_PAN } from '../../../engine/project/limits.ts';
import { eqPresets, type SoundEffects as Fields } from '../../../engine/project/soundEffects.ts';
import { RangeField } from '../../kit/RangeField.tsx';
import { SelectField } from '../../kit/SelectField.tsx';
import { endStep } from '../state/studio.ts';

interface Props {
  /** The sound, and the sounds that are selected with it. */
  sounds: readonly [Fields, ...Fields[]];
  /** @param step name of the undo step of a drag; absent: its own step. */
  onChange: (change: SoundEffectsChange, step?: string) => void;
}

const sliders = [
  { field: 'pan', label: 'Pan', most: MAX_PAN, unit: '', coarse: 5 },
  { field: 'low', label: 'Bass', most: MAX_EQ_GAIN, unit: 'dB', coarse: 3 },
  { field: 'mid', label: 'Mids', most: MAX_EQ_GAIN, unit: 'dB', coarse: 3 },
  { field: 'high', label: 'Treble', most: MAX_EQ_GAIN, unit: 'dB', coarse: 3 },
] as const;

const titles = { voice: 'Voice', telephone: 'Telephone', radio: 'AM radio' };

const presets = [{ value: '', title: 'None' }, ...eqPresets.map((value) => ({ value, title: titles[value] }))] as const;

/** Pan and equalizer of videos, audio layers or the audio track. */
export function SoundEffects({ sounds, onChange }: Props) {
  const all = sounds.map(({ pan = 0, eq }) => ({ pan, low: 0, mid: 0, high: 0, preset: undefined, ...eq }));
  const first = all[0] as (typeof all)[number];
  const isMixed = (field: keyof typeof first) => all.some((sound) => sound[field] !== first[field]);
  return (
    <>
      <SelectField
        label="Sound preset"
        value={isMixed('preset') ? undefined : (first.preset ?? '')}
        {...(isMixed('preset') && { otherwise: 'Mixed' })}
        choices={presets}
        onChange={(preset) => onChange({ preset: preset || undefined })}
      />
      {sliders.map(({ field, label, most, unit, coarse }) => (
        <RangeField
          key={field}
          label={label}
          value={first[field]}
          min={-most}
          max={most}
          step={1}
          keys={{ coarse, fine: 1 }}
          words={unit ? `${first[field]} ${unit}` : `${first[field]}`}
          typed={{ unit, usual: 0 }}
          isMixed={isMixed(field)}
          onChange={(value) => onChange({ [field]: value }, field)}
          onEnd={endStep}
        />
      ))}
    </>
  );
}
