import { MessageCircleX, UndoDot, VolumeX, X } from 'lucide-react';
import { type ReactNode, useDeferredValue, useEffect, useId, useMemo, useRef, useState } from 'react';
import { findFillers, usualFillers } from '../../engine/edit/fillers.ts';
import type { Peaks } from '../../engine/timeline/peaks.ts';
import { type SilenceRule, silenceDefaults } from '../../engine/timeline/silences.ts';
import type { TimeSpan } from '../../engine/timeline/timeSpans.ts';
import { numberForField, parseNumber, secondsWords } from '../kit/words.ts';
import type { CueCuts, CueHost } from './cueHost.ts';
import { removeFillers, removeSilences, restoreAll, secondsOf, silencesLeft } from './cuts.ts';

interface CutToolProps {
  host: CueHost;
  cuts: CueCuts;
}

/** Input fields with their limits. */
const fields = [
  { name: 'threshold', words: 'Silent below', unit: 'dB', min: -48, max: 0 },
  { name: 'shortest', words: 'Shortest silence', unit: 's', min: 0.1, max: 60 },
  { name: 'padding', words: 'Silence to leave', unit: 's', min: 0, max: 10 },
] as const;

type Field = (typeof fields)[number];

/** Finds silences, shows how many there are, and cuts them out of the video. */
export function Silences({ host, cuts }: CutToolProps) {
  const id = useId();
  const [written, setWritten] = useState(usual);
  const wrong = fields.find((field) => Number.isNaN(numberOf(field, written)));
  const { peaks, state, read, cancel } = usePeaks(cuts);
  const shown = useDeferredValue(host);
  const found = useMemo(() => {
    if (!peaks || fields.some((field) => Number.isNaN(numberOf(field, written)))) return undefined;
    const rule: SilenceRule = Object.fromEntries(fields.map((field) => [field.name, numberOf(field, written)]));
    return silencesLeft(shown, peaks, rule);
  }, [shown, peaks, written]);
  usePlan(cuts, found);
  // Pressed while the audio is still being read.
  const [isAwaited, setAwaited] = useState(false);
  const isReady = cuts.readPeaks !== undefined && !wrong && !isAwaited;
  const remove = () => {
    if (!isReady) return;
    if (found && state !== 'reading') return removeSilences(host, found);
    setAwaited(true);
    if (state !== 'reading') read();
  };
  const newest = useRef(host);
  newest.current = host;
  useEffect(() => {
    if (!isAwaited || state === 'reading') return;
    setAwaited(false);
    if (state === 'ready' && found) removeSilences(newest.current, found);
  }, [isAwaited, state, found]);
  const isFailed = state === 'failed' || wrong !== undefined;
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset has its own layout.
    <div className="stack cue-tool" role="group" aria-label="Remove silences">
      {fields.map(({ name, words, unit }) => (
        <label key={name} className="cue-row">
          <span>{words}</span>
          <span className="row">
            <input
              className="input numbers"
              inputMode="decimal"
              value={written[name]}
              aria-invalid={wrong?.name === name}
              aria-describedby={`${id}-note`}
              onChange={({ target }) => setWritten({ ...written, [name]: target.value })}
            />
            <span className="soft">{unit}</span>
          </span>
        </label>
      ))}
      <div className="row cue-found">
        <p id={`${id}-note`} className={isFailed ? 'grow refusal small' : 'grow small'} role="status">
          {!cuts.readPeaks
            ? 'This video has no audio.'
            : wrong
              ? wordsOf(wrong)
              : state === 'reading'
                ? 'Listening …'
                : state === 'failed'
                  ? 'The audio could not be read.'
                  : found && silenceWords(found, shown.cues.length > 0)}
        </p>
        {state === 'reading' && (
          <button
            type="button"
            className="button quiet"
            onClick={() => {
              setAwaited(false);
              cancel();
            }}
          >
            <X aria-hidden="true" />
            Cancel
          </button>
        )}
      </div>
      <CutButtons host={host} cuts={cuts}>
        <button type="button" className="button plain" aria-disabled={!isReady} aria-busy={isAwaited} onClick={remove}>
          <VolumeX aria-hidden="true" />
          Remove silences
        </button>
      </CutButtons>
    </div>
  );
}

/** Finds filler words, shows how many there are, and cuts them out of the video. */
export function Fillers({ host, cuts }: CutToolProps) {
  const id = useId();
  const { cues } = useDeferredValue(host);
  const { removed, languageCode } = cuts;
  const [written, setWritten] = useState(() => usualFillers(languageCode || undefined));
  const spans = useMemo(
    () => findFillers({ cues, removed }, written).map(({ span }) => span),
    [cues, removed, written],
  );
  usePlan(cuts, spans);
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset has its own layout.
    <div className="stack cue-tool" role="group" aria-label="Remove filler words">
      <label htmlFor={`${id}-words`}>Words</label>
      <input
        className="input"
        id={`${id}-words`}
        dir="auto"
        spellCheck={false}
        value={written}
        aria-describedby={`${id}-note`}
        onChange={({ target }) => setWritten(target.value)}
      />
      <p id={`${id}-note`} className="small" role="status">
        {fillerWords(spans)}
      </p>
      <CutButtons host={host} cuts={cuts}>
        <button
          type="button"
          className="button plain"
          aria-disabled={spans.length === 0}
          onClick={() => spans.length > 0 && removeFillers(host, written)}
        >
          <MessageCircleX aria-hidden="true" />
          Remove filler words
        </button>
      </CutButtons>
    </div>
  );
}

/** @param props.children the button that cuts. */
function CutButtons({ host, cuts, children }: CutToolProps & { children: ReactNode }) {
  return (
    <div className="stack-half cue-cut-buttons">
      {children}
      {cuts.removed.length > 0 && (
        <button type="button" className="button quiet" onClick={() => restoreAll(host)}>
          <UndoDot aria-hidden="true" />
          Restore all cuts
        </button>
      )}
    </div>
  );
}

/** Shows spans on the timeline as long as the tool is open. */
function usePlan({ plan }: CueCuts, spans: readonly TimeSpan[] | undefined): void {
  useEffect(() => plan(spans ?? []), [plan, spans]);
  const last = useRef(plan);
  last.current = plan;
  useEffect(() => () => last.current([]), []);
}

/** Reads the audio of the video; a change of the audio reads it again. */
function usePeaks({ readPeaks }: CueCuts) {
  const [peaks, setPeaks] = useState<Peaks>();
  const [state, setState] = useState<'reading' | 'ready' | 'failed' | 'canceled'>('reading');
  const ending = useRef(new AbortController());
  const read = useRef(() => {});
  read.current = () => {
    ending.current.abort();
    if (!readPeaks) return setState('ready');
    const own = new AbortController();
    ending.current = own;
    setState('reading');
    void readPeaks(own.signal)
      .catch(() => undefined)
      .then((found) => {
        if (own.signal.aborted) return;
        setPeaks(found);
        setState(found ? 'ready' : 'failed');
      });
  };
  // biome-ignore lint/correctness/useExhaustiveDependencies: when the audio changes.
  useEffect(() => {
    read.current();
    return () => ending.current.abort();
  }, [readPeaks]);
  const cancel = () => {
    ending.current.abort();
    setState(peaks ? 'ready' : 'canceled');
  };
  return { peaks, state, read: () => read.current(), cancel };
}

/** @param hasWords whether there are subtitles, whose words are not cut. */
function silenceWords(found: readonly TimeSpan[], hasWords: boolean): string {
  if (found.length === 0) return 'No silence matches.';
  const length = secondsWords(secondsOf(found));
  if (!hasWords) return found.length === 1 ? `1 silence, ${length}` : `${found.length} silences, ${length}`;
  return found.length === 1
    ? `1 silence, ${length}. Words with known times stay.`
    : `${found.length} silences, ${length}. Words with known times stay.`;
}

function fillerWords(found: readonly TimeSpan[]): string {
  if (found.length === 0) return 'No filler word found.';
  const length = secondsWords(secondsOf(found));
  return found.length === 1 ? `1 filler word, ${length}` : `${found.length} filler words, ${length}`;
}

function usual(): Readonly<Record<keyof SilenceRule, string>> {
  const texts = fields.map(({ name }) => [name, numberForField(silenceDefaults[name])]);
  return Object.fromEntries(texts) as Record<keyof SilenceRule, string>;
}

/** Parses a field; NaN if the value is invalid or outside its limits. */
function numberOf({ name, min, max }: Field, written: Readonly<Record<keyof SilenceRule, string>>): number {
  const value = parseNumber(written[name]);
  return value >= min && value <= max ? value : Number.NaN;
}

function wordsOf({ words, min, max }: Field): string {
  return `“${words}” must be a number from ${min} to ${max}.`;
}
