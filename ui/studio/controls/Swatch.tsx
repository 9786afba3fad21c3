import { Check } from 'lucide-react';
import { isTransparent } from '../../../engine/layout/color.ts';
import { editorTextColor } from '../../../engine/layout/hexColor.ts';
import './colors.css';
import './controls.css';

interface Props {
  color: string;
  /** Marks the color that is chosen. */
  chosen?: boolean;
}

/** A round piece of a color; none at all is a crossed out one. */
export function Swatch({ color, chosen = false }: Props) {
  const none = isTransparent(color);
  return (
    <span className={`swatch ${none ? 'is-none' : ''}`} style={none ? undefined : { background: color }}>
      {chosen && <Check aria-hidden="true" style={{ color: checkOn(color) }} />}
    </span>
  );
}

/** Black on light colors, white on the others. */
function checkOn(color: string): string {
  return isTransparent(color) ? 'currentColor' : editorTextColor('#ffffff', color);
}
