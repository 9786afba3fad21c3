import { useSnapshot } from 'valtio';
import { SOFTEST } from './levelWatch.ts';
import { voice } from './recording.ts';

const words = {
  '': '',
  loud: 'Too loud: move away from the microphone.',
  silent: 'No signal. Is the microphone muted?',
} as const;

/** How loud the microphone hears just now, the loudest of the last moments, and a word where that is too much or nothing. */
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

/** Where a loudness stands on the line, 0 to 1: it is heard by ratios, so a quiet voice is seen too. */
function shareOf(decibels: number): number {
  return 1 - decibels / SOFTEST;
}
