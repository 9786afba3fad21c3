import { Minus, Plus } from 'lucide-react';
import { useSnapshot } from 'valtio';
import { addBrandColor, brandColors, MAX_BRAND_COLORS, removeBrandColor } from '../state/brandColors.ts';
import { isSameColor, printColor } from '../studio/controls/colorText.ts';
import { SwatchRow } from '../studio/controls/SwatchRow.tsx';
import './brandParts.css';

interface Props {
  /** Selected color, # and six digits. */
  value: string;
  onChoose: (color: string) => void;
}

/** Brand colors in a picker, with a button that adds or removes the selected color. */
export function BrandColors({ value, onChoose }: Props) {
  const { colors } = useSnapshot(brandColors);
  const own = colors.find((color) => isSameColor(color, value));
  const isFull = colors.length >= MAX_BRAND_COLORS;
  return (
    <>
      <div className="brand-head">
        <h3>Brand</h3>
        <button
          type="button"
          className="text-button"
          disabled={own === undefined && isFull}
          onClick={() => (own === undefined ? addBrandColor(value) : removeBrandColor(own))}
        >
          {own === undefined ? <Plus aria-hidden="true" /> : <Minus aria-hidden="true" />}
          {own === undefined ? 'Add this color' : 'Remove this color'}
        </button>
      </div>
      {colors.length > 0 && (
        <SwatchRow
          label="Brand"
          colors={colors.map((color) => ({ color, name: printColor(color) }))}
          value={value}
          onChoose={onChoose}
          columns={8}
        />
      )}
    </>
  );
}
