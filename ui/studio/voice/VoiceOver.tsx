import { Mic, Square } from 'lucide-react';
import { useEffect } from 'react';
import { useSnapshot } from 'valtio';
import { SOFTEST } from '../../../engine/browser/sound/levelWatch.ts';
import { timecode } from '../../../engine/timeline/timecode.ts';
import { LiveRegion } from '../../kit/progress.tsx';
import { SelectField } from '../../kit/SelectField.tsx';
import { Switch } from '../../kit/Switch.tsx';
import { useShownTime } from '../state/useShownTime.ts';
import {
  askAgain,
  cancelTake,
  chooseMicrophone,
  openVoice,
  setCountdown,
  startTake,
  stopTake,
  voice,
} from './recording.ts';
import '../style/audio.css';

/** Route voice-over: records a voice while the video plays. The take becomes an audio layer at the time it began. */
export function VoiceOver() {
  const { phase, hasCountdown } = useSnapshot(voice);
  useEffect(() => openVoice(), []);
  useStopKey();
  if (phase === 'asking') return <Asking />;
  if (phase === 'refused') return <Refused />;
  return (
    <div className="stack-2 effect-panel voice">
      <Clock />
      <Level />
      <MainButton />
      <p className="effect-note is-long">
        {phase === 'recording' ? (
          <>
            Speak now. <span className="for-mouse">Space stops too.</span>
          </>
        ) : (
          whatHappens(hasCountdown)
        )}
      </p>
      <Wishes />
    </div>
  );
}

function whatHappens(hasCountdown: boolean): string {
  return hasCountdown
    ? 'After a countdown, the video plays from there while you speak. Use headphones so that only your voice is recorded.'
    : 'The video plays from there while you speak. Use headphones so that only your voice is recorded.';
}

function Asking() {
  return (
    <div className="stack-2 effect-panel voice" aria-busy="true">
      <p role="status">Allow the microphone in your browser to continue.</p>
    </div>
  );
}

function Refused() {
  const { refusal } = useSnapshot(voice);
  return (
    <div className="stack-2 effect-panel voice">
      <p className="effect-note refusal" role="alert">
        {refusal}
      </p>
      <button type="button" className="button primary large" onClick={askAgain}>
        Try again
      </button>
    </div>
  );
}

/** The start of the take, the countdown, or the recorded time. */
function Clock() {
  const { phase, count, length, announcement } = useSnapshot(voice);
  const shown = useShownTime();
  const words = {
    counting: 'Get ready',
    recording: 'Recording',
    saving: 'Just a second...',
    ready: 'Your voice will start at',
    asking: '',
    refused: '',
  }[phase];
  const counted = count > 0 ? String(count) : '\u2026';
  const time = phase === 'counting' ? counted : timecode(phase === 'ready' ? shown : length);
  return (
    <div className="stack-half voice-clock" data-phase={phase}>
      <span className="soft">{words}</span>
      <strong className="numbers">{time}</strong>
      <LiveRegion>
        {phase === 'ready' ? announcement : phase === 'counting' && count > 0 ? String(count) : words}
      </LiveRegion>
    </div>
  );
}

/** Microphone and countdown settings; disabled during a take. */
function Wishes() {
  const { phase, hasCountdown, microphones, microphone } = useSnapshot(voice);
  const isBusy = phase !== 'ready';
  return (
    <>
      {microphones.length > 1 && (
        <SelectField
          label="Microphone"
          value={microphone}
          choices={microphones.map(({ id, label }) => ({ value: id, title: label }))}
          disabled={isBusy}
          onChange={chooseMicrophone}
        />
      )}
      <Switch
        label="Countdown"
        hint="Recording starts after three seconds."
        on={hasCountdown}
        disabled={isBusy}
        onChange={setCountdown}
      />
    </>
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

/** Space stops a take wherever the focus is, instead of pausing the video. */
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

const words = {
  '': '',
  loud: 'Too loud: move away from the microphone.',
  silent: 'No signal. Is the microphone muted?',
} as const;

/** Level meter of the microphone with the recent peak, and a warning for clipping or silence. */
function Level() {
  const { decibels, highest, trouble } = useSnapshot(voice).level;
  return (
    <div className="stack-half">
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
