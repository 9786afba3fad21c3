import { Check } from 'lucide-react';
import { memo, useRef } from 'react';
import { fontStack } from '../../../engine/painters/fonts.ts';
import { familyTitle } from '../../brand/fontFamilies.ts';
import { useFontState } from './useFontState.ts';
import { useSample } from './useSample.ts';

interface Props {
  id: string;
  family: string;
  isChosen: boolean;
  /** Whether the keyboard is on this row. */
  isActive: boolean;
  onChoose: (family: string) => void;
}

/** A family, shown in its own typeface once loaded, or marked as unavailable. */
export const FontRow = memo(function FontRow({ id, family, isChosen, isActive, onChoose }: Props) {
  const row = useRef<HTMLDivElement>(null);
  const state = useFontState(family);
  useSample(row, family);
  const isMissing = state === 'missing';
  return (
    // biome-ignore lint/a11y/useFocusableInteractive: the listbox has the focus and names the active option.
    // biome-ignore lint/a11y/useKeyWithClickEvents: the listbox hears the keys.
    <div
      ref={row}
      id={id}
      className="font-row"
      role="option"
      aria-selected={isChosen}
      aria-disabled={isMissing && !isChosen ? true : undefined}
      data-active={isActive || undefined}
      onClick={() => !isMissing && onChoose(family)}
    >
      <span className="font-name" style={state === 'ready' ? { fontFamily: fontStack(family) } : undefined}>
        {familyTitle(family)}
      </span>
      {isMissing && <span className="font-missing">not available</span>}
      {isChosen && <Check aria-hidden="true" />}
    </div>
  );
});
