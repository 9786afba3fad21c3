import { Ban, Minus, Pipette, Plus } from 'lucide-react';
import { startTransition, useEffect, useEffectEvent, useReducer, useRef } from 'react';
import { HexColorPicker } from 'react-colorful';
import { useSnapshot } from 'valtio';
import { proxy } from 'valtio/vanilla';
import { isTransparent, printHex } from '../../engine/layout/color.ts';
import { isHexColor } from '../../engine/layout/hexColor.ts';
import {
  addBrandColor,
  brandColors,
  MAX_BRAND_COLORS,
  removeBrandColor,
  restoredColors,
  storeColors,
} from '../client/brand/brandColors.ts';
import { t } from '../client/page/t.ts';
import { canPickFromScreen, pickFromScreen } from '../kit/eyeDropper.ts';
import { hexOf, isSameColor, type PresetColor, presets, printColor, Swatch, SwatchRow } from '../kit/swatches.tsx';
import { HexField } from './HexField.tsx';
import '../kit/style/effects.css';
import './pickers.css';

interface Props {
  /** Any CSS color, or "none". */
  value: string;
  /** Called during a drag and on each choice. */
  onChange: (color: string) => void;
  /** Called when a drag, a key repeat or typing ends, and after each choice: closes the undo step. */
  onEnd: () => void;
  /** The value for "no color", if that may be chosen. */
  clear?: 'none' | 'transparent' | false;
  /** Colors that are offered first, such as those of the project. */
  colors?: readonly string[];
}

/** Number of colors offered besides brand and recent ones: a row. */
const OFFERED = 10;
/** The presets that fill the row: white, black, and one of each of some hues. */
const fillers = '#ffffff #000000 #e9504d #f18336 #fdc500 #00a943 #00beaf #0095db #5969e2 #df4e92'.split(' ');

/** The given colors, filled up with presets, without repetitions. */
function offeredColors(colors: readonly string[]): PresetColor[] {
  const all = [...colors, ...fillers];
  const unique = all.filter((color, index) => all.findIndex((other) => isSameColor(color, other)) === index);
  return unique.slice(0, OFFERED).map((color) => ({
    color,
    name: presets.find((preset) => isSameColor(preset.color, color))?.name ?? printColor(color),
  }));
}

/** Color picker: by eye, hex code, screen color, or one of some colors. */
export function ColorPicker({ value, onChange, onEnd, clear = false, colors = [] }: Props) {
  const hex = hexOf(value);
  const choose = (color: string) => {
    onEnd();
    onChange(color);
    onEnd();
  };
  useRemembering(value);
  return (
    <div className="stack color-picker">
      <Field hex={hex} onChange={onChange} onEnd={onEnd} />
      <div className="row wrap color-tools">
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
      <h3>{colors.length > 0 ? 'Project colors' : 'Presets'}</h3>
      <SwatchRow
        label={colors.length > 0 ? 'Project colors' : 'Presets'}
        colors={offeredColors(colors)}
        value={value}
        onChoose={choose}
        columns={OFFERED}
      />
    </div>
  );
}

/** The saturation and brightness area, and the hue slider. */
function Field({ hex, onChange, onEnd }: { hex: string; onChange: (color: string) => void; onEnd: () => void }) {
  const place = useRef<HTMLDivElement>(null);
  // The package reports the last color after a render but the end of a drag at once; this reports the end last.
  const [ends, end] = useReducer((count: number) => count + 1, 0);
  const tellEnd = useEffectEvent(onEnd);
  useEffect(() => {
    if (ends > 0) tellEnd();
  }, [ends]);
  // The package omits aria-valuenow, which a slider must have.
  useEffect(() => {
    const field = place.current?.querySelector('.react-colorful__saturation [role=slider]');
    field?.setAttribute('aria-label', t('Saturation and brightness'));
    const valueText = field?.getAttribute('aria-valuetext') ?? '';
    field?.setAttribute('aria-valuenow', /(\d+)/.exec(valueText)?.[1] ?? '0');
    field?.setAttribute('aria-valuetext', t(valueText));
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

/** Remembers the chosen color on unmount, so that the row of recent colors does not move under the pointer. */
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

interface BrandColorsProps {
  /** Selected color, # and six digits. */
  value: string;
  onChoose: (color: string) => void;
}

/** Brand colors in a picker, with a button that adds or removes the selected color. */
function BrandColors({ value, onChoose }: BrandColorsProps) {
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

/** One row of the picker. */
const MAX_RECENT_COLORS = 8;

const KEY = 'recentColors';

/** The most recently chosen colors, newest first. Stored in this browser. */
const recent = proxy({ colors: restoredColors(KEY, MAX_RECENT_COLORS) });

/** Adds a color to the front of the recent ones. Ignores "none" and transparent colors. */
function rememberColor(color: string): void {
  if (!isHexColor(color)) return;
  recent.colors = [color, ...recent.colors.filter((one) => !isSameColor(one, color))].slice(0, MAX_RECENT_COLORS);
  storeColors(KEY, recent.colors);
}
