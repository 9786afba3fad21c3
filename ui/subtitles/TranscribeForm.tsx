import { AudioLines, Check, X } from 'lucide-react';
import { type ReactNode, type RefObject, useEffect, useId, useRef, useState } from 'react';
import { useSnapshot } from 'valtio';
import {
  defaultLanguage,
  isSpeechLanguage,
  languageName,
  type SpeechLanguage,
  speechLanguages,
} from '../../api/contract/speechLanguages.ts';
import type { SpeechAbilities, TranscriptionProgress } from '../../api/contract/transcription.ts';
import { createTranscriptionClient } from '../../api/contract/transcriptionClient.ts';
import { locale } from '../client/page/t.ts';
import {
  stopTranscribing,
  type TranscriptionRequest,
  transcribe,
  transcription,
} from '../client/subtitles/transcription.ts';
import { useFocusHandover } from '../kit/hooks.ts';
import { LiveRegion, ProgressBar } from '../kit/progress.tsx';
import { sendingWords } from '../kit/words.ts';
import './subtitles.css';

interface Props extends Omit<TranscriptionRequest, 'languageCode'> {
  /** Local name of the file; absent: all speech of a project is transcribed. */
  name?: string;
  /** Whether the file is known to have no audio. */
  isSilent: boolean;
  /** Chosen language; '' for none yet. */
  languageCode: string;
  onLanguage: (code: SpeechLanguage) => void;
  /** Closes the screen if it is still open. */
  onEnd: () => void;
}

/** Asks for the language of a video, transcribes it and shows the progress. */
export function TranscribeForm(props: Props) {
  const { of } = useSnapshot(transcription);
  const form = useRef<HTMLDivElement>(null);
  return <div ref={form}>{of === props.of ? <Hearing form={form} /> : <Start {...props} form={form} />}</div>;
}

interface InForm {
  /** Container of both steps. */
  form: RefObject<HTMLElement | null>;
}

/** Moves the focus to the button of the next step. @returns ref for the step. */
function useButtonFocus(form: RefObject<HTMLElement | null>) {
  const place = useRef<HTMLDivElement>(null);
  useFocusHandover(place, () => form.current?.querySelector('button'));
  return place;
}

function Start({ form, name, isSilent, languageCode, onLanguage, onEnd, ...asked }: Props & InForm) {
  const id = useId();
  const place = useButtonFocus(form);
  const abilities = useAbilities();
  const chosen = isSpeechLanguage(languageCode) ? languageCode : defaultLanguage;
  const isKnown = abilities?.languageCodes.includes(chosen) ?? true;
  const isReady = !isSilent && isKnown && abilities?.engine !== null;
  const begin = async () => {
    if (!isReady) return;
    if (await transcribe({ ...asked, languageCode: chosen })) onEnd();
  };
  return (
    <div className="stack transcribe" ref={place}>
      {name === undefined ? (
        <p className="soft">Turns all speech of this video into subtitles with word times.</p>
      ) : (
        <p className="soft">Turns the speech in “{name}” into subtitles with word times.</p>
      )}
      <label htmlFor={id}>Spoken language</label>
      <select
        className="select"
        id={id}
        value={chosen}
        aria-describedby={`${id}-note`}
        onChange={({ target }) => isSpeechLanguage(target.value) && onLanguage(target.value)}
      >
        <Languages codes={abilities?.languageCodes} />
      </select>
      <p id={`${id}-note`} className="soft small" role="status">
        {isSilent ? 'This video has no audio.' : abilities && noteOf(abilities, chosen, isKnown)}
      </p>
      <button
        type="button"
        className="button primary large"
        aria-disabled={!isReady}
        aria-describedby={`${id}-note`}
        onClick={() => void begin()}
      >
        <AudioLines aria-hidden="true" />
        Generate subtitles
      </button>
    </div>
  );
}

function noteOf({ engine, hint }: SpeechAbilities, code: SpeechLanguage, isKnown: boolean): ReactNode {
  if (engine === null) return hint ?? 'This server has no speech recognition.';
  const words = isKnown
    ? `Transcribed by ${engine} on this server.`
    : `${engine} on this server does not support ${languageName(code, locale('en'))}.`;
  // Two separate texts, because each is translated by itself.
  return (
    <>
      {words} {hint}
    </>
  );
}

/** Options for all languages, those that the server supports first. @param props.codes undefined until loaded. */
function Languages({ codes }: { codes: readonly string[] | undefined }) {
  const sorted = speechLanguages
    .map((code) => ({ code, name: languageName(code, locale('en')) }))
    .sort((one, other) => one.name.localeCompare(other.name, locale('en')));
  const options = (some: typeof sorted) =>
    some.map(({ code, name }) => (
      <option key={code} value={code}>
        {name}
      </option>
    ));
  if (!codes) return options(sorted);
  const isKnown = ({ code }: { code: string }) => codes.includes(code);
  return (
    <>
      <optgroup label="Supported languages">{options(sorted.filter(isKnown))}</optgroup>
      <optgroup label="Not on this server">{options(sorted.filter((one) => !isKnown(one)))}</optgroup>
    </>
  );
}

/** Returns the server's speech abilities; undefined until loaded. */
function useAbilities(): SpeechAbilities | undefined {
  const [abilities, setAbilities] = useState<SpeechAbilities>();
  useEffect(() => {
    const ending = new AbortController();
    createTranscriptionClient({ fetch: (input, init) => fetch(input, init) })
      .speech({ signal: ending.signal })
      // Without a response, transcription is still offered and reports its own failure.
      .then(setAbilities, () => undefined);
    return () => ending.abort();
  }, []);
  return abilities;
}

function Hearing({ form }: InForm) {
  const place = useButtonFocus(form);
  const { progress, sent } = useSnapshot(transcription);
  const words = sent === undefined ? (progress ? stepWords(progress) : `${steps[0]} ...`) : sendingWords(sent);
  const now = progress ? stepOf(progress) : 0;
  const share = sent ?? (now === 3 ? progress?.speech : undefined);
  return (
    <div className="stack transcribe" ref={place}>
      <p>
        <strong>{words}</strong>
      </p>
      <ProgressBar value={share} label="Transcribing" />
      <ol className="soft small stack-half transcribe-steps">
        {steps.map((step, index) => (
          <li key={step} aria-current={sent === undefined && index === now ? 'step' : undefined}>
            {index < now ? <Check aria-label="Done:" /> : <span aria-hidden="true" />}
            {step.slice(4)}
          </li>
        ))}
      </ol>
      <LiveRegion>{words.replace(/\d+%/, '')}</LiveRegion>
      <p className="soft small">You can close this and continue.</p>
      <button type="button" className="button plain" onClick={stopTranscribing}>
        <X aria-hidden="true" />
        Cancel
      </button>
    </div>
  );
}

/** Labels of the transcription steps, in order. */
export const steps = ['1/4 Downloading', '2/4 Extracting audio', '3/4 Preparing audio', '4/4 Transcribing'] as const;

/** Returns the zero-based index of the current step. */
function stepOf({ downloaded, extracted, conformed }: TranscriptionProgress): number {
  const step = [downloaded, extracted, conformed].indexOf(false);
  return step < 0 ? 3 : step;
}

/** Describes the progress of a transcription, such as "4/4 Transcribing 37%". */
export function stepWords(progress: TranscriptionProgress): string {
  const step = stepOf(progress);
  return `${steps[step]}${step === 3 ? ` ${Math.floor(progress.speech * 100)}%` : ' ...'}`;
}
