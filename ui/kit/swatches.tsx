import { Check } from 'lucide-react';
import { type KeyboardEvent, useState } from 'react';
import { isTransparent, parseRgba } from '../../engine/layout/color.ts';
import { editorTextColor } from '../../engine/layout/hexColor.ts';
import './style/effects.css';
import './style/fields.css';

interface Props {
  label: string;
  colors: readonly PresetColor[];
  value: string;
  onChoose: (color: string) => void;
  /** Columns of the grid, for the up and down keys; a single row without it. */
  columns?: number;
}

/** A choice of colors with one tab stop. Arrow keys, Home and End move the focus. */
export function SwatchRow({ label, colors, value, onChoose, columns }: Props) {
  const chosen = colors.findIndex(({ color }) => isSameColor(color, value));
  const [stop, setStop] = useState<number>();
  const entry = Math.min(stop ?? Math.max(0, chosen), colors.length - 1);
  return (
    <fieldset
      className={`swatches ${columns ? 'is-grid' : ''}`}
      data-columns={columns}
      aria-label={label}
      onKeyDown={(event) => moveFocus(event, columns)}
      onBlur={() => setStop(undefined)}
    >
      {colors.map(({ color, name }, index) => (
        <button
          key={color}
          type="button"
          className="center swatch-button"
          aria-label={name}
          aria-pressed={index === chosen}
          title={name}
          tabIndex={index === entry ? 0 : -1}
          onFocus={() => setStop(index)}
          onClick={() => onChoose(color)}
        >
          <Swatch color={color} chosen={index === chosen} />
        </button>
      ))}
    </fieldset>
  );
}

function moveFocus(event: KeyboardEvent<HTMLElement>, columns = 0): void {
  const buttons = [...event.currentTarget.querySelectorAll('button')];
  const from = buttons.indexOf(event.target as HTMLButtonElement);
  const steps: Record<string, number> = {
    ArrowRight: 1,
    ArrowLeft: -1,
    ArrowDown: columns,
    ArrowUp: -columns,
    Home: -from,
    End: buttons.length - 1 - from,
  };
  const by = steps[event.key];
  if (from < 0 || by === undefined) return;
  const next = buttons[from + by];
  // At the end of a row the footer moves focus to its next control.
  if (!next && columns === 0) return;
  event.preventDefault();
  event.stopPropagation();
  next?.focus();
}

interface SwatchProps {
  color: string;
  /** Shows a check mark. */
  chosen?: boolean;
}

/** A round color swatch; crossed out for no color. */
export function Swatch({ color, chosen = false }: SwatchProps) {
  const none = isTransparent(color);
  return (
    <span className={`center swatch ${none ? 'is-none' : ''}`} style={none ? undefined : { background: color }}>
      {chosen && <Check aria-hidden="true" style={{ color: checkOn(color) }} />}
    </span>
  );
}

/** A check mark color with contrast: black on light colors, white on dark ones. */
function checkOn(color: string): string {
  return isTransparent(color) ? 'currentColor' : editorTextColor('#ffffff', color);
}

/** A row of the palette: one hue or gray, from light to dark. */
interface PaletteRow {
  name: string;
  colors: readonly string[];
}

/** The preset colors (about 80): gray and nine hues in eight steps, of equal lightness across rows. */
const palette: readonly PaletteRow[] = [
  row('Gray', '#ffffff #e9e9ee #cfd0d8 #a9abb7 #7d808d #5a5d69 #2f3138 #000000'),
  row('Red', '#ffe9e6 #ffc8c3 #ffa098 #f97770 #e9504d #ca3134 #992225 #621516'),
  row('Orange', '#ffeadd #fecbae #fba773 #f18336 #d76900 #b15500 #853e00 #562600'),
  row('Yellow', '#fff4db #ffe9b5 #ffda7d #fdc500 #e2b000 #bc9200 #896a00 #5a4400'),
  row('Green', '#e2f4e3 #b9e5be #86d391 #51bf68 #00a943 #008b36 #006826 #004215'),
  row('Teal', '#d9f6f1 #a3e7dd #4cd7c8 #00beaf #00a295 #00857a #00635b #003f39'),
  row('Blue', '#dff1ff #b1deff #76c7ff #19affe #0095db #007bb5 #005b88 #003958'),
  row('Indigo', '#e9eeff #ccd5ff #aab9ff #8b9bff #6e7cfd #5969e2 #4047a9 #272c6c'),
  row('Purple', '#f4eaff #e4ccfc #d3a9f9 #c086f1 #ac65e3 #924ac6 #6d3596 #452160'),
  row('Pink', '#ffe7ef #fec5da #fb9dc2 #f075aa #df4e92 #c13179 #92225a #5d1438'),
];

/** A preset color with its name. */
export interface PresetColor {
  color: string;
  name: string;
}

/** All preset colors, row by row. */
export const presets: readonly PresetColor[] = palette.flatMap(({ name, colors }) =>
  colors.map((color, index) => ({ color, name: nameOf(name, color, index) })),
);

function row(name: string, colors: string): PaletteRow {
  return { name, colors: colors.split(' ') };
}

function nameOf(hue: string, color: string, index: number): string {
  if (color === '#ffffff') return 'White';
  if (color === '#000000') return 'Black';
  return `${hue} ${index + 1}`;
}

/** Converts a CSS color to # and six hex digits, for pickers that need this form. Drops alpha. */
export function hexOf(color: string): string {
  const { r, g, b } = parseRgba(color);
  return `#${[r, g, b]
    .map((part) =>
      Math.round(part * 255)
        .toString(16)
        .padStart(2, '0'),
    )
    .join('')}`;
}

/** Whether two colors look the same. All transparent colors are equal. */
export function isSameColor(one: string, other: string): boolean {
  if (isTransparent(one) || isTransparent(other)) return isTransparent(one) && isTransparent(other);
  return hexOf(one) === hexOf(other) && parseRgba(one).a === parseRgba(other).a;
}

/** A color for display: uppercase with #, or "None". */
export function printColor(color: string): string {
  return isTransparent(color) ? 'None' : hexOf(color).toUpperCase();
}

/** Adds an opacity of 0 to 1 to a six-digit color. */
export function withAlpha(hex: string, alpha: number): string {
  const digits = Math.round(alpha * 255)
    .toString(16)
    .padStart(2, '0');
  return alpha >= 1 ? hex : `${hex}${digits}`;
}
