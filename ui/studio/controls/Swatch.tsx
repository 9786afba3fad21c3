import { Check } from 'lucide-react';
import { isTransparent } from '../../../engine/layout/color.ts';
import { editorTextColor } from '../../../engine/layout/hexColor.ts';
import './colors.css';
import './controls.css';

interface Props {
  color: string;
  /** Shows a check mark. */
  chosen?: boolean;
}

/** A round color swatch; crossed out for no color. */
export function Swatch({ color, chosen = false }: Props) {
  const none = isTransparent(color);
  return (
    <span className={`swatch ${none ? 'is-none' : ''}`} style={none ? undefined : { background: color }}>
      {chosen && <Check aria-hidden="true" style={{ color: checkOn(color) }} />}
    </span>
  );
}

/** A check mark color with contrast: black on light colors, white on dark ones. */
function checkOn(color: string): string {
  return isTransparent(color) ? 'currentColor' : editorTextColor('#ffffff', color);
}
