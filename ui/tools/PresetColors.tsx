import { presets } from '../studio/controls/palette.ts';
import { PRESET_COLORS } from './presetColorsId.ts';

/** The preset colours, which the browser offers with every field for a colour that names them as its list. */
export function PresetColors() {
  return (
    <datalist id={PRESET_COLORS}>
      {presets.map(({ color, name }) => (
        <option key={name} value={color} label={name} />
      ))}
    </datalist>
  );
}
