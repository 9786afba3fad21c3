import { useId, useState } from 'react';
import { t } from '../client/page/t.ts';
import { Switch } from '../kit/Switch.tsx';
import { TimeField } from '../kit/TimeField.tsx';
import { numberForField, parseNumber } from '../kit/words.ts';
import { type FormField, families } from './forms.data.ts';

interface Props {
  field: FormField;
  /** Current value; undefined for the default. */
  value: unknown;
  /** Length of the source in seconds: the default end of a span. */
  duration: number;
  /** Problem text; '' if the value is valid. */
  refusal: string;
  onChange: (value: unknown) => void;
}

/** One setting of a tool, with the control that its field names. */
export function FieldControl(props: Props) {
  const { field, refusal } = props;
  const id = useId();
  return (
    <div className={`stack-half tool-field is-${field.control}`}>
      <Asked {...props} id={id} refusedBy={refusal ? `${id}-refusal` : undefined} />
      {refusal && (
        <p id={`${id}-refusal`} className="refusal small" role="alert">
          {refusal}
        </p>
      )}
    </div>
  );
}

interface AskedProps extends Props {
  id: string;
  refusedBy: string | undefined;
}

function Asked(props: AskedProps) {
  const { field, value = field.default, onChange } = props;
  switch (field.control) {
    case 'switch':
      return (
        <Switch
          label={field.title}
          {...(field.description ? { hint: sentence(t(field.description)) } : {})}
          on={value === true}
          onChange={onChange}
        />
      );
    case 'choice':
      return <Choice {...props} />;
    case 'time':
      return <Time {...props} />;
    default:
      return <Labeled {...props} />;
  }
}

function Choice({ field, value = field.default, id, onChange }: AskedProps) {
  return (
    <fieldset className="wrap tool-choice">
      <legend>{field.title}</legend>
      {field.choices.map((choice) => (
        <label key={choice.value} className="choice tool-choice-card">
          <input
            type="radio"
            className="card-input"
            name={id}
            checked={choice.value === value}
            onChange={() => onChange(choice.value)}
          />
          <span className="center">
            {isRatio(choice.value) && <RatioShape ratio={String(choice.value)} />}
            {choice.title}
          </span>
        </label>
      ))}
    </fieldset>
  );
}

function Time({ field, value, duration, refusedBy, onChange }: AskedProps) {
  const usual = typeof field.default === 'number' ? field.default : duration;
  const shown = value === undefined ? usual : typeof value === 'number' ? value : Number.NaN;
  const setSeconds = (seconds: number) => onChange(Number.isNaN(seconds) ? 'unreadable' : seconds);
  const step = (by: number) => setSeconds(Math.min(duration, Math.max(0, (Number.isNaN(shown) ? usual : shown) + by)));
  return <TimeField label={field.title} value={shown} onChange={setSeconds} onStep={step} refusedBy={refusedBy} />;
}

/** A field with its label above it. */
function Labeled(props: AskedProps) {
  const { field, id, refusedBy } = props;
  const hint = field.description;
  return (
    <>
      <label htmlFor={id}>{field.title}</label>
      <span className="row tool-input">
        <Input {...props} described={refusedBy ?? (hint ? `${id}-hint` : undefined)} />
        {field.unit && (
          <span className="soft" aria-hidden="true">
            {field.unit}
          </span>
        )}
      </span>
      {hint && (
        <span id={`${id}-hint`} className="soft small">
          {sentence(t(hint))}
        </span>
      )}
    </>
  );
}

function Input({ field, value = field.default ?? '', id, refusedBy, described, onChange }: InputProps) {
  const common = { id, 'aria-invalid': refusedBy !== undefined, 'aria-describedby': described };
  const text = String(value);
  const write = ({ target }: { target: { value: string } }) => onChange(target.value);
  if (field.control === 'lines')
    return (
      <textarea {...common} className="input" rows={2} maxLength={field.maxLength} value={text} onChange={write} />
    );
  if (field.control === 'color')
    return (
      <input
        {...common}
        className="input"
        type="color"
        list={PRESET_COLORS}
        value={inputColor(text)}
        onChange={write}
      />
    );
  if (field.control === 'font') {
    return (
      <select {...common} className="select" value={text} onChange={write}>
        {[...new Set([text, ...families])].map((family) => (
          <option key={family} value={family} translate="no">
            {family}
          </option>
        ))}
      </select>
    );
  }
  if (!field.isNumber)
    return <input {...common} className="input" maxLength={field.maxLength} value={text} onChange={write} />;
  return <NumberInput {...common} value={text} onChange={onChange} />;
}

interface NumberProps {
  id: string;
  value: string;
  onChange: (value: number | string) => void;
}

/** A number input that keeps the typed text, such as "1,50" or "2.", until it loses the focus. */
function NumberInput({ value, onChange, ...common }: NumberProps) {
  const [written, setWritten] = useState<string>();
  return (
    <input
      {...common}
      className="input numbers"
      inputMode="decimal"
      autoComplete="off"
      // A value set elsewhere in the meantime replaces the typed text.
      value={written !== undefined && String(numberIn(written)) === value ? written : shownIn(value)}
      onChange={({ target }) => {
        setWritten(target.value);
        onChange(numberIn(target.value));
      }}
      onBlur={() => setWritten(undefined)}
    />
  );
}

interface InputProps extends AskedProps {
  described: string | undefined;
}

/** Parses a typed number. Invalid text stays text, so that the schema reports the problem. */
function numberIn(text: string): number | string {
  const number = parseNumber(text);
  return Number.isNaN(number) ? text : number;
}

/** Formats a value for display when it was not typed just now. */
function shownIn(value: string): string {
  const number = parseNumber(value);
  return Number.isNaN(number) ? value : numberForField(number);
}

function sentence(words: string): string {
  return `${words.charAt(0).toUpperCase()}${words.slice(1)}.`;
}

/** Longer side of the shape, in CSS pixels. */
const LONG_SIDE = 22;

/** Returns whether a choice's value is an aspect ratio, such as "16:9". */
function isRatio(value: string | number): boolean {
  return /^\d+(\.\d+)?:\d+(\.\d+)?$/.test(String(value));
}

/** Small outline in an aspect ratio. */
function RatioShape({ ratio }: { ratio: string }) {
  const [across = 1, down = 1] = ratio.split(':').map(Number);
  const shape = across / down;
  const style = { width: LONG_SIDE * Math.min(1, shape), height: LONG_SIDE * Math.min(1, 1 / shape) };
  return (
    <span className="ratio-shape" aria-hidden="true">
      <span className="ratio-frame" style={style} />
    </span>
  );
}

let ctx: CanvasRenderingContext2D | null | undefined;

/**
 * Converts a CSS color to the value of a color input: # and six hex digits without alpha; black if invalid. The browser
 * parses it (HTML, serialization of `fillStyle`), so the first load needs no parser.
 */
function inputColor(text: string): string {
  if (/^#[\da-f]{6}$/i.test(text)) return text.toLowerCase();
  ctx ??= document.createElement('canvas').getContext('2d');
  if (!ctx) return '#000000';
  ctx.fillStyle = '#000000';
  ctx.fillStyle = text;
  const [, ...parts] = /^rgba\((\d+), (\d+), (\d+),/.exec(ctx.fillStyle) ?? [];
  if (parts.length === 0) return ctx.fillStyle;
  return `#${parts.map((part) => Number(part).toString(16).padStart(2, '0')).join('')}`;
}

/** Id of the datalist of preset colors, present on every tool's page. */
export const PRESET_COLORS = 'preset-colors';
