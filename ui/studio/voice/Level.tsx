import { useSnapshot } from 'valtio';
import { SOFTEST } from './levelWatch.ts';
import { voice } from './recording.ts';

const words = {
  '': '',
  loud: 'Too loud: move away from the microphone.',
  silent: 'No signal. Is the microphone muted?',
} as const;

/** Level meter of the microphone with the recent peak, and a warning for clipping or silence. */
export function Level() {
  const { decibels, highest, trouble } = useSnapshot(voice).heard;
  return (
    <div className="voice-heard">
      <div className="voice-line">
        <meter
          className="voice-level"
          aria-label="Microphone level"
          min={0}
          max={1}
          high={shareOf(-6)}
          optimum={shareOf(-18)}
          value={shareOf(decibels)}
        >
          {Math.round(decibels)} dB
        </meter>
        <span className="voice-highest" style={{ left: `${100 * shareOf(highest)}%` }} aria-hidden="true" />
      </div>
      <p className="effect-note" role="status">
        {words[trouble]}
      </p>
    </div>
  );
}

/** Position of a level on the meter, 0 to 1: linear in decibels, so that a quiet voice is visible too. */
function shareOf(decibels: number): number {
  return 1 - decibels / SOFTEST;
}
