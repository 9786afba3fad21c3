import { type ComponentProps, useState } from 'react';
import { usedColors } from '../../../engine/edit/usedColors.ts';
import { hexOf } from '../../kit/swatches.tsx';
import { ColorPicker } from '../../pickers/ColorPicker.tsx';
import { studio } from '../state/studio.ts';

/** A color picker that offers the colors of the project first. They stay in place while one is chosen. */
export function ProjectColorPicker(props: Omit<ComponentProps<typeof ColorPicker>, 'colors'>) {
  const [colors] = useState(() => usedColors(studio.project).map(hexOf));
  return <ColorPicker {...props} colors={colors} />;
}
