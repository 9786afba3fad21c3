import { MAX_SPEED, MIN_SPEED } from '../../engine/project/limits.ts';
import { RangeField } from './RangeField.tsx';
import './style/panels.css';

interface Props {
  /** Speed, 0.25 to 4. */
  value: number;
  /** Called at each step of the slider. */
  onChange: (speed: number) => void;
  /** Called for a preset, as its own undo step. Default: onChange. */
  onPreset?: (speed: number) => void;
  onEnd: () => void;
}

const presets = [0.25, 0.5, 1, 1.5, 2, 4];
const STEP = 0.05;

/** Playback speed: presets, and a slider for values in between. */
export function SpeedChoice({ value, onChange, onPreset = onChange, onEnd }: Props) {
  return (
    <>
      <fieldset className="stack-half speed-presets">
        <legend className="unseen">Common speeds</legend>
        {presets.map((speed) => (
          <button
            key={speed}
            type="button"
            className="choice speed-preset numbers"
            aria-pressed={speed === value}
            onClick={() => onPreset(speed)}
          >
            {speed}×
          </button>
        ))}
      </fieldset>
      <RangeField
        label="Speed"
        value={value}
        min={MIN_SPEED}
        max={MAX_SPEED}
        step={STEP}
        keys={{ coarse: STEP }}
        words={`${Number(value.toFixed(2))}×`}
        typed={{ unit: '×', usual: 1 }}
        onChange={(speed) => onChange(Math.round(speed * 100) / 100)}
        onEnd={onEnd}
      />
    </>
  );
}
