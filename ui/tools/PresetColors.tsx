import { useSnapshot } from 'valtio';
import { brandColors } from '../state/brandColors.ts';
import { presets } from '../studio/controls/palette.ts';
import { PRESET_COLORS } from './presetColorsId.ts';

/** Datalist of brand and preset colors, which browsers offer in every color input that references it. */
export function PresetColors() {
  return (
    <datalist id={PRESET_COLORS}>
      {useSnapshot(brandColors).colors.map((color) => (
        <option key={color} value={color} label="Brand" />
      ))}
      {presets.map(({ color, name }) => (
        <option key={name} value={color} label={name} />
      ))}
    </datalist>
  );
}
