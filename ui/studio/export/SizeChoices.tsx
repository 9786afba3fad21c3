import { Ruler } from 'lucide-react';
import { useId, useState } from 'react';
import { canvasPurposes } from '../../../engine/edit/canvas.ts';
import type { Size } from '../../../engine/layout/box.ts';
import { MAX_SIDE, MIN_SIDE } from '../../../engine/project/limits.ts';
import { RatioFrame } from '../../kit/RatioFrame.tsx';
import { parseNumber } from '../../kit/words.ts';

interface Props {
  /** Pixels. */
  size: Size;
  onChoose: (size: Size) => void;
}

/** Canvas sizes by purpose, and fields for a custom size. */
export function SizeChoices({ size, onChoose }: Props) {
  const isUsual = canvasPurposes.some((one) => isSame(one, size));
  const [isCustom, setCustom] = useState(!isUsual);
  return (
    <fieldset className="stack output-sizes">
      <legend>Size</legend>
      {canvasPurposes.map(({ purpose, ratio, width, height }) => (
        <label key={purpose} className="choice output-size">
          <input
            type="radio"
            className="card-input"
            name="output-size"
            checked={!isCustom && isSame(size, { width, height })}
            onChange={() => {
              setCustom(false);
              onChoose({ width, height });
            }}
          />
          <RatioFrame ratio={ratio} />
          <span>
            <strong>{purpose}</strong>
            <span className="soft small numbers">{`${width} × ${height}`}</span>
          </span>
        </label>
      ))}
      <label className="choice output-size">
        <input
          type="radio"
          className="card-input"
          name="output-size"
          checked={isCustom}
          onChange={() => setCustom(true)}
        />
        <Ruler aria-hidden="true" />
        <span>
          <strong>Other size</strong>
          <span className="soft small numbers">{isCustom && `${size.width} × ${size.height}`}</span>
        </span>
      </label>
      {isCustom && <CustomFields size={size} onChoose={onChoose} />}
    </fieldset>
  );
}

function isSame(one: Size, other: Size): boolean {
  return one.width === other.width && one.height === other.height;
}

/** Width and height in pixels; applied as soon as both are valid. */
function CustomFields({ size, onChoose }: Props) {
  const [texts, setTexts] = useState({ width: String(size.width), height: String(size.height) });
  const id = useId();
  const typed = { width: sideOf(texts.width), height: sideOf(texts.height) };
  const isWrong = Number.isNaN(typed.width) || Number.isNaN(typed.height);
  const setSide = (side: 'width' | 'height', text: string) => {
    setTexts({ ...texts, [side]: text });
    const next = { ...typed, [side]: sideOf(text) };
    if (!Number.isNaN(next.width + next.height)) onChoose(next);
  };
  return (
    <div className="output-custom is-pair">
      {(['width', 'height'] as const).map((side) => (
        <label key={side} className="label">
          {side === 'width' ? 'Width' : 'Height'}
          <input
            className="input numbers"
            inputMode="numeric"
            autoComplete="off"
            maxLength={6}
            value={texts[side]}
            aria-invalid={Number.isNaN(typed[side])}
            aria-describedby={`${id}-hint`}
            onFocus={(event) => event.target.select()}
            onChange={({ target }) => setSide(side, target.value)}
          />
        </label>
      ))}
      <p id={`${id}-hint`} className={isWrong ? 'refusal small' : 'soft small'} role={isWrong ? 'alert' : undefined}>
        {`Whole pixels, ${MIN_SIDE} to ${MAX_SIDE}.`}
      </p>
    </div>
  );
}

/** Parses a side of the canvas; NaN if invalid. */
function sideOf(text: string): number {
  const side = parseNumber(text);
  return Number.isInteger(side) && side >= MIN_SIDE && side <= MAX_SIDE ? side : Number.NaN;
}
