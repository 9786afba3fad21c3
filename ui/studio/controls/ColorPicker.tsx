import { Ban, Pipette } from 'lucide-react';
import { startTransition, useEffect, useEffectEvent, useReducer, useRef } from 'react';
import { HexColorPicker } from 'react-colorful';
import { useSnapshot } from 'valtio';
import { isTransparent, printHex } from '../../../engine/layout/color.ts';
import { BrandColors } from '../../brand/BrandColors.tsx';
import { hexOf, printColor } from './colorText.ts';
import { canPickFromScreen, pickFromScreen } from './eyeDropper.ts';
import { HexField } from './HexField.tsx';
import { presets } from './palette.ts';
import { recent, rememberColor } from './recentColors.ts';
import { Swatch } from './Swatch.tsx';
import { SwatchRow } from './SwatchRow.tsx';
import './colors.css';
import { t } from '../../texts/t.ts';

interface Props {
  /** Any CSS color, or "none". */
  value: string;
  /** Called with each color on the way, as a drag goes on, and with each choice. */
  onChange: (color: string) => void;
  /** Called when a drag, a held key or writing has ended, and after each choice: a step of undo ends here. */
  onEnd: () => void;
  /** What stands for no color at all, where that may be chosen too. */
  clear?: 'none' | 'transparent' | false;
}

/** Chooses a color: by eye, by its digits, from the screen, from those used last and from the presets. */
export function ColorPicker({ value, onChange, onEnd, clear = false }: Props) {
  const hex = hexOf(value);
  const choose = (color: string) => {
    onEnd();
    onChange(color);
    onEnd();
  };
  useRemembering(value);
  return (
    <div className="color-picker">
      <Field hex={hex} onChange={onChange} onEnd={onEnd} />
      <div className="color-tools">
        <Swatch color={value} />
        <HexField
          value={isTransparent(value) ? 'transparent' : printHex(value)}
          onWrite={onChange}
          onCommit={(color) => choose(color === 'transparent' && clear ? clear : color)}
        />
        {canPickFromScreen() && (
          <button
            type="button"
            className="button plain icon"
            aria-label="Pick a color from the screen"
            title="Pick a color from the screen"
            onClick={() => void pickFromScreen().then((color) => color && choose(color))}
          >
            <Pipette aria-hidden="true" />
          </button>
        )}
        {clear && (
          <button
            type="button"
            className="button plain"
            aria-pressed={isTransparent(value)}
            onClick={() => choose(clear)}
          >
            <Ban aria-hidden="true" /> {clear === 'none' ? 'None' : 'Transparent'}
          </button>
        )}
      </div>
      <BrandColors value={hex} onChoose={choose} />
      <Recent value={value} onChoose={choose} />
      <h3>Presets</h3>
      <SwatchRow label="Presets" colors={presets} value={value} onChoose={choose} columns={8} />
    </div>
  );
}

/** The field of saturation and brightness, and the hue below it. */
function Field({ hex, onChange, onEnd }: { hex: string; onChange: (color: string) => void; onEnd: () => void }) {
  const place = useRef<HTMLDivElement>(null);
  // The package tells of its last color after a render, and of the end of a drag at once: of the end we tell last.
  const [ends, end] = useReducer((count: number) => count + 1, 0);
  const tellEnd = useEffectEvent(onEnd);
  useEffect(() => {
    if (ends > 0) tellEnd();
  }, [ends]);
  // The package leaves the field's number out, which a slider must have.
  useEffect(() => {
    const field = place.current?.querySelector('.react-colorful__saturation [role=slider]');
    field?.setAttribute('aria-label', t('Saturation and brightness'));
    const said = field?.getAttribute('aria-valuetext') ?? '';
    field?.setAttribute('aria-valuenow', /(\d+)/.exec(said)?.[1] ?? '0');
    field?.setAttribute('aria-valuetext', t(said));
    place.current?.querySelector('.react-colorful__hue [role=slider]')?.setAttribute('aria-label', t('Hue'));
  });
  return (
    <div ref={place}>
      <HexColorPicker color={hex} onChange={onChange} onChangeEnd={() => startTransition(end)} />
    </div>
  );
}

function Recent({ value, onChoose }: { value: string; onChoose: (color: string) => void }) {
  const { colors } = useSnapshot(recent);
  if (colors.length === 0) return null;
  const named = colors.map((color) => ({ color, name: printColor(color) }));
  return (
    <>
      <h3>Recent</h3>
      <SwatchRow label="Recent" colors={named} value={value} onChoose={onChoose} columns={8} />
    </>
  );
}

/** Remembers the color that was chosen when the picker is closed, so that the row does not move under the pointer. */
function useRemembering(value: string): void {
  const first = useRef(value);
  const last = useRef(value);
  last.current = value;
  useEffect(
    () => () => {
      if (last.current !== first.current) rememberColor(last.current === 'none' ? 'none' : hexOf(last.current));
    },
    [],
  );
}
