import { useSnapshot } from 'valtio';
import type { DuckingChange } from '../../../engine/edit/ducking.ts';
import type { Ducking as Fields } from '../../../engine/project/videoEffects.ts';
import { duckingSources } from '../../../engine/timeline/ducking.ts';
import { soundtrack } from '../../../engine/timeline/soundtrack.ts';
import { RangeField } from '../../kit/RangeField.tsx';
import { Switch } from '../../kit/Switch.tsx';
import { lengthInWords } from '../../kit/words.ts';
import { endStep, studio } from '../state/studio.ts';

interface Props {
  ducking: Fields | undefined;
  /** @param step name of the undo step of a drag; absent: its own step. */
  onChange: (change: DuckingChange, step?: string) => void;
}

/** Slider limits in decibels and seconds; extended if the project has larger values. */
const OFFERED = { amount: 30, seconds: 3 };

/** Whether the audio track or an audio layer is ducked under other audio, by how much and how fast. */
export function Ducking({ ducking, onChange }: Props) {
  return (
    <>
      <Switch
        label="Duck under speech"
        hint="Lowers the volume while a video or other audio plays, and raises it again in the pauses."
        on={ducking !== undefined}
        onChange={(on) => onChange(on ? {} : undefined)}
      />
      {ducking && <Amounts ducking={ducking} onChange={onChange} />}
    </>
  );
}

function Amounts({ ducking: { amount, attack, release }, onChange }: { ducking: Fields; onChange: Props['onChange'] }) {
  const { project } = useSnapshot(studio);
  const isAlone = duckingSources(soundtrack(project)).length === 0;
  return (
    <>
      <RangeField
        label="Reduce by"
        value={amount}
        min={1}
        max={Math.max(OFFERED.amount, amount)}
        step={1}
        keys={{ coarse: 3, fine: 1 }}
        words={`${Number(amount.toFixed(1))} dB`}
        typed={{ unit: 'dB' }}
        onChange={(decibels) => onChange({ amount: decibels }, 'amount')}
        onEnd={endStep}
      />
      <Ramp label="Fade down in" value={attack} onChange={(seconds) => onChange({ attack: seconds }, 'attack')} />
      <Ramp label="Fade back in" value={release} onChange={(seconds) => onChange({ release: seconds }, 'release')} />
      <p className="effect-note" role="status">
        {isAlone
          ? 'No other audio plays at this time, so the volume stays unchanged.'
          : 'The volume is lowered before the other audio starts, and returns after a pause of about a second.'}
      </p>
    </>
  );
}

function Ramp({ label, value, onChange }: { label: string; value: number; onChange: (seconds: number) => void }) {
  return (
    <RangeField
      label={label}
      value={value}
      min={0.1}
      max={Math.max(OFFERED.seconds, value)}
      step={0.1}
      keys={{ coarse: 0.1 }}
      words={lengthInWords(value)}
      typed={{ unit: 's' }}
      onChange={(seconds) => onChange(Math.round(seconds * 10) / 10)}
      onEnd={endStep}
    />
  );
}
