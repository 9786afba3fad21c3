import type { VideoLayer } from '../../../engine/project/layers.ts';
import { MAX_VOLUME } from '../../../engine/project/limits.ts';
import { RangeField } from '../../kit/RangeField.tsx';
import { Switch } from '../../kit/Switch.tsx';
import { lengthInWords } from '../../kit/words.ts';
import { endStep } from '../state/studio.ts';
import '../../kit/style/effects.css';

/** Volume, fades and mute, of a video or of the audio track. */
export type AudioLevels = Pick<VideoLayer, 'volume' | 'fadeIn' | 'fadeOut' | 'isMuted'>;

interface Props {
  sound: AudioLevels;
  /** Duration of the audible part in seconds; 0 if unknown. */
  length: number;
  /** Called with a new volume or fade. Consecutive changes of one field belong to one undo step. */
  onChange: (sound: Partial<AudioLevels>) => void;
  onMute: (isMuted: boolean) => void;
  /** Whether several selected layers differ in a field. */
  isMixed?: (field: keyof AudioLevels) => boolean;
}

/** Longest fade offered, in seconds; less for shorter audio. */
const LONGEST_FADE = 10;

/** Volume, mute and fades of a video or of the audio track. */
export function Loudness({ sound, length, onChange, onMute, isMixed = () => false }: Props) {
  const { volume, isMuted } = sound;
  const percent = Math.round(volume * 100);
  return (
    <>
      <RangeField
        label="Volume"
        value={percent}
        max={MAX_VOLUME * 100}
        step={1}
        keys={{ coarse: 5, fine: 1 }}
        words={isMuted ? `${percent}%, muted` : `${percent}%`}
        typed={{ unit: '%', usual: 100 }}
        isMixed={isMixed('volume')}
        onChange={(value) => onChange({ volume: value / 100 })}
        onEnd={endStep}
      />
      <Switch label="Mute" on={isMuted} onChange={onMute} />
      {fades.map(({ field, label }) => (
        <Fade
          key={field}
          label={label}
          value={sound[field]}
          length={length}
          isMixed={isMixed(field)}
          onChange={(seconds) => onChange({ [field]: seconds })}
        />
      ))}
      <p className="effect-note" role="status">
        {noteOf(sound)}
      </p>
    </>
  );
}

const fades = [
  { field: 'fadeIn', label: 'Fade in' },
  { field: 'fadeOut', label: 'Fade out' },
] as const;

interface FadeProps {
  label: string;
  value: number;
  length: number;
  isMixed: boolean;
  onChange: (seconds: number) => void;
}

function Fade({ label, value, length, isMixed, onChange }: FadeProps) {
  return (
    <RangeField
      label={label}
      value={value}
      max={Math.max(mostFade(length), value)}
      step={0.1}
      keys={{ coarse: 0.1 }}
      words={value === 0 ? 'None' : lengthInWords(value)}
      typed={{ unit: 's', usual: 0 }}
      isMixed={isMixed}
      onChange={(seconds) => onChange(Math.round(seconds * 10) / 10)}
      onEnd={endStep}
    />
  );
}

function mostFade(length: number): number {
  return length > 0 ? Math.max(0.1, Math.min(LONGEST_FADE, Math.floor(length * 10) / 10)) : LONGEST_FADE;
}

function noteOf({ isMuted, volume }: AudioLevels): string {
  if (isMuted) return 'Muted: these settings have no effect.';
  return volume > 1 ? 'Above 100% loud parts may be clipped.' : 'You hear the audio while it plays.';
}
