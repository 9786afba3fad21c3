import { useSnapshot } from 'valtio';
import { brandColors } from '../state/brandColors.ts';
import { presets } from '../studio/controls/palette.ts';
import { PRESET_COLORS } from './presetColorsId.ts';

/** The person's own colors and the preset ones, which the browser offers with every field for a color that names them as its list. */
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
