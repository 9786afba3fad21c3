import { Mic, Square } from 'lucide-react';
import { useEffect } from 'react';
import { useSnapshot } from 'valtio';
import { timecode } from '../../../engine/timeline/timecode.ts';
import { LiveRegion } from '../../components/LiveRegion.tsx';
import { useShownTime } from '../state/useShownTime.ts';
import { askAgain, cancelTake, openVoice, startTake, stopTake, voice } from './recording.ts';
import './voice.css';

/** Route voice-over: a voice that is recorded while the video plays; the take becomes a sound where it was begun. */
export default function VoiceOver() {
  const { phase } = useSnapshot(voice);
  useEffect(() => openVoice(), []);
  useStopKey();
  if (phase === 'asking') return <Asking />;
  if (phase === 'refused') return <Refused />;
  return (
    <div className="effect-panel voice">
      <Clock />
      <Level />
      <MainButton />
      <p className="effect-note is-long">
        {phase === 'recording'
          ? 'Speak now. Space stops too.'
          : 'After a countdown the video plays from there while you speak. With headphones only your voice is recorded.'}
      </p>
    </div>
  );
}

function Asking() {
  return (
    <div className="effect-panel voice" aria-busy="true">
      <p role="status">Allow the microphone in your browser to go on.</p>
    </div>
  );
}

function Refused() {
  const { refusal } = useSnapshot(voice);
  return (
    <div className="effect-panel voice">
      <p className="effect-note refusal" role="alert">
        {refusal}
      </p>
      <button type="button" className="button primary large" onClick={askAgain}>
        Try again
      </button>
    </div>
  );
}

/** Where the take will start; the countdown; how long the take is. */
function Clock() {
  const { phase, count, length } = useSnapshot(voice);
  const shown = useShownTime();
  const words = {
    counting: 'Get ready',
    recording: 'Recording',
    saving: 'Just a second...',
    ready: 'Your voice will start at',
    asking: '',
    refused: '',
  }[phase];
  const time = phase === 'counting' ? String(count) : timecode(phase === 'ready' ? shown : length);
  return (
    <div className="voice-clock" data-phase={phase}>
      <span className="soft">{words}</span>
      <strong className="numbers">{time}</strong>
      <LiveRegion>{phase === 'counting' ? String(count) : phase === 'ready' ? '' : words}</LiveRegion>
    </div>
  );
}

/** How loud the microphone hears just now. */
function Level() {
  const { level } = useSnapshot(voice);
  // Loudness is heard by ratios: a quiet voice is to be seen too.
  const share = Math.min(1, Math.sqrt(level));
  return (
    <meter className="voice-level" aria-label="Level of the microphone" min={0} max={1} high={0.95} value={share}>
      {Math.round(100 * share)}%
    </meter>
  );
}

function MainButton() {
  const { phase } = useSnapshot(voice);
  const isGoing = phase === 'recording' || phase === 'counting';
  const press = () => {
    if (phase === 'recording') void stopTake();
    else if (phase === 'counting') cancelTake();
    else if (phase === 'ready') void startTake();
  };
  return (
    <button
      type="button"
      className="button primary large voice-button"
      data-going={isGoing || undefined}
      aria-disabled={phase === 'saving'}
      onClick={press}
    >
      {isGoing ? <Square aria-hidden="true" /> : <Mic aria-hidden="true" />}
      {phase === 'counting' ? 'Cancel' : phase === 'recording' ? 'Stop' : 'Record'}
    </button>
  );
}

/** Space stops a take, wherever the focus is; it would pause the video below it. */
function useStopKey(): void {
  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      if (event.key !== ' ' || (voice.phase !== 'recording' && voice.phase !== 'counting')) return;
      event.preventDefault();
      event.stopPropagation();
      if (event.repeat) return;
      if (voice.phase === 'recording') void stopTake();
      else cancelTake();
    };
    addEventListener('keydown', press, { capture: true });
    return () => removeEventListener('keydown', press, { capture: true });
  }, []);
}
