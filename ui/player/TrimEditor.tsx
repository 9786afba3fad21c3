import { Pause, Play, RotateCcw } from 'lucide-react';
import {
  type ReactNode,
  type RefObject,
  useCallback,
  useEffect,
  useId,
  useRef,
  useState,
  useSyncExternalStore,
} from 'react';
import { BEFORE_END, type SourcePlayer, type SourcePlayerState } from '../../engine/browser/player/sourcePlayer.ts';
import { resolveTrim } from '../../engine/edit/trim.ts';
import { moveTrim, type TrimPart, type TrimWindow } from '../../engine/edit/trimWindow.ts';
import { trimTooShort } from '../../engine/project/crossFieldProblems.ts';
import { MIN_TRIM_SECONDS } from '../../engine/project/limits.ts';
import { messages } from '../../engine/project/messages.ts';
import { isUntrimmed } from '../../engine/timeline/durations.ts';
import { timecode } from '../../engine/timeline/timecode.ts';
import { useWorkKeys } from '../app/useWorkKeys.ts';
import { TimeField } from '../kit/TimeField.tsx';
import { TrimSlider } from '../kit/TrimSlider.tsx';
import { secondsWords } from '../kit/words.ts';
import './player.css';

interface Props {
  kind: 'video' | 'audio';
  player: SourcePlayer;
  /** Duration of the source in seconds; above 0. */
  duration: number;
  /** The current trim. */
  kept: TrimWindow;
  /** Called with a valid span. */
  onSave: (chosen: TrimWindow) => void;
  onCancel: () => void;
  /** A strip of the whole source, behind the slider. */
  children: ReactNode;
}

/** Chooses the trim of a source: a slider over all of it, fields for start and end, and playback. */
export function TrimEditor(props: Props) {
  const { kind, duration, onCancel } = props;
  if (duration >= MIN_TRIM_SECONDS - 1e-6) return <Editor {...props} />;
  return <TrimUnavailable words={trimTooShort[kind]} onCancel={onCancel} />;
}

function Editor({ kind, player, duration, kept: before, onSave, onCancel, children }: Props) {
  const { kept, last, choose } = useWindow(before, player);
  const fields = { start: useRef<HTMLInputElement>(null), end: useRef<HTMLInputElement>(null) };
  const refusalId = useId();
  const { start, end } = kept;
  const resolved = resolveTrim(start, end, duration, kind);
  const refusal = resolved.ok ? undefined : resolved.problems[0]?.message;
  useEffect(() => {
    if (resolved.ok) player.setWindow({ start, end });
  }, [player, resolved.ok, start, end]);
  useWorkKeys({ space: () => player.toggle(), escape: onCancel });
  const save = () => {
    if (resolved.ok) onSave({ start: resolved.value.startTime, end: resolved.value.endTime });
    else fields[wrongPart(kept, last)].current?.focus();
  };
  return (
    <div className="stack-2 trim-work">
      <PlayRow player={player} length={refusal === undefined ? end - start : undefined} />
      <Slider kind={kind} player={player} kept={kept} duration={duration} onChange={choose}>
        {children}
      </Slider>
      <Fields {...{ kind, kept, last, duration, fields }} refusedBy={refusal && refusalId} onChange={choose} />
      <p id={refusalId} className={refusal ? 'trim-words refusal' : 'trim-words soft'} role="status">
        {refusal ?? hintOf(kind, kept, duration)}
      </p>
      <div className="wrap trim-actions">
        <button type="button" className="button plain large" onClick={onCancel}>
          Cancel
        </button>
        <button type="button" className="button primary large" onClick={save}>
          {kind === 'video' ? 'Trim' : 'Trim audio'}
        </button>
      </div>
    </div>
  );
}

/**
 * State of the chosen span. Follows undo and redo, which change the current trim.
 * @param before the current trim.
 * @returns the span, the part that was changed last, and a setter.
 */
function useWindow(before: TrimWindow, player: SourcePlayer) {
  const [kept, setKept] = useState(before);
  const [last, setLast] = useState<TrimPart>('both');
  const choose = (chosen: TrimWindow, which: TrimPart) => {
    setKept(chosen);
    setLast(which);
    const shown = which === 'end' ? Math.max(chosen.start, chosen.end - BEFORE_END) : chosen.start;
    if (Number.isFinite(shown)) player.seek(shown);
  };
  const taken = useRef(before);
  useEffect(() => {
    if (taken.current.start === before.start && taken.current.end === before.end) return;
    taken.current = before;
    choose(before, 'both');
  });
  return { kept, last, choose };
}

interface FieldsProps extends Pick<Props, 'kind' | 'kept' | 'duration'> {
  /** The part that was changed last: errors are shown there. */
  last: TrimPart;
  fields: Record<'start' | 'end', RefObject<HTMLInputElement | null>>;
  refusedBy: string | undefined;
  onChange: (chosen: TrimWindow, which: TrimPart) => void;
}

/** Fields for start and end with step buttons, and a reset to the whole source. */
function Fields({ kind, kept, last, duration, fields, refusedBy, onChange }: FieldsProps) {
  const { start, end } = kept;
  // The reset button stays in place, so that it keeps the focus.
  const isWhole = isUntrimmed(start, end, duration);
  const step = (part: 'start' | 'end', by: number) => {
    const now = { start: Number.isNaN(start) ? 0 : start, end: Number.isNaN(end) ? duration : end };
    onChange(moveTrim(now, part, now[part] + by, duration), part);
  };
  const refusalOf = (part: 'start' | 'end') => (wrongPart(kept, last) === part ? refusedBy : undefined);
  return (
    <div className="split trim-fields">
      <TimeField
        ref={fields.start}
        label="Start"
        value={start}
        onChange={(seconds) => onChange({ start: seconds, end }, 'start')}
        onStep={(by) => step('start', by)}
        refusedBy={refusalOf('start')}
      />
      <button
        type="button"
        className="button quiet"
        aria-disabled={isWhole}
        onClick={() => !isWhole && onChange({ start: 0, end: duration }, 'both')}
      >
        <RotateCcw aria-hidden="true" />
        {kind === 'video' ? 'Entire video' : 'Entire audio'}
      </button>
      <TimeField
        ref={fields.end}
        label="End"
        value={end}
        onChange={(seconds) => onChange({ start, end: Math.min(seconds, duration) }, 'end')}
        onStep={(by) => step('end', by)}
        refusedBy={refusalOf('end')}
      />
    </div>
  );
}

/** The field that shows the error: one with invalid text, else the one changed last. */
function wrongPart({ start, end }: TrimWindow, last: TrimPart): 'start' | 'end' {
  if (Number.isNaN(start)) return 'start';
  return Number.isNaN(end) || last === 'end' ? 'end' : 'start';
}

function hintOf(kind: 'video' | 'audio', { start, end }: TrimWindow, duration: number): string {
  if (!isUntrimmed(start, end, duration)) return `${secondsWords(end - start)} of ${secondsWords(duration)} selected.`;
  return kind === 'video' ? messages.trimUntrimmed : 'The whole audio is used. Drag the ends to trim it.';
}

/** Plays the kept span. @param props.length its duration in seconds; undefined if invalid. */
function PlayRow({ player, length }: { player: SourcePlayer; length: number | undefined }) {
  const phase = usePlayed(player, 'phase');
  const isPlaying = usePlayed(player, 'isPlaying');
  return (
    <div className="row trim-play">
      <button
        type="button"
        className="button primary icon"
        aria-label={isPlaying ? 'Pause' : 'Play the trimmed video'}
        title={`${isPlaying ? 'Pause' : 'Play the trimmed video'} (Space)`}
        disabled={phase === 'failed' || length === undefined}
        onClick={() => player.toggle()}
      >
        {isPlaying ? <Pause aria-hidden="true" /> : <Play aria-hidden="true" />}
      </button>
      <PlayedTime player={player} />
    </div>
  );
}

function PlayedTime({ player }: { player: SourcePlayer }) {
  const time = usePlayed(player, 'time');
  return (
    <span className="trim-time numbers" role="timer">
      {timecode(time)}
    </span>
  );
}

interface SliderProps extends Pick<Props, 'kind' | 'player' | 'duration' | 'kept' | 'children'> {
  onChange: (chosen: TrimWindow, which: TrimPart) => void;
}

/** A separate component, since the time changes during playback. */
function Slider({ kind, player, kept, duration, onChange, children }: SliderProps) {
  const phase = usePlayed(player, 'phase');
  const time = usePlayed(player, 'time');
  const start = Number.isNaN(kept.start) ? 0 : Math.min(kept.start, duration);
  const end = Number.isNaN(kept.end) ? duration : Math.max(kept.end, start);
  return (
    <TrimSlider
      label={kind === 'video' ? 'Trim video' : 'Trim audio'}
      {...{ start, end, duration }}
      onChange={(from, to, which) => onChange({ start: from, end: to }, which)}
      onEnd={() => {}}
      playhead={phase === 'ready' ? time : undefined}
    >
      {children}
    </TrimSlider>
  );
}

interface TrimUnavailableProps {
  words: string;
  onCancel: () => void;
  /** Further actions. */
  children?: ReactNode;
}

/** Shown by a trimmer if there is nothing to trim, with a Back button. */
export function TrimUnavailable({ words, onCancel, children }: TrimUnavailableProps) {
  useWorkKeys({ escape: onCancel });
  return (
    <div className="stack-2 trim-work">
      <p className="trim-words" role="status">
        {words}
      </p>
      <div className="wrap trim-actions">
        <button type="button" className="button plain large" onClick={onCancel}>
          Back
        </button>
        {children}
      </div>
    </div>
  );
}

/** Attaches a media element to a player while its address stays the same. */
export function useAttachedMedia(
  player: SourcePlayer,
  element: RefObject<HTMLMediaElement | null>,
  address: string,
): void {
  // biome-ignore lint/correctness/useExhaustiveDependencies: at another address the element starts again.
  useEffect(() => (element.current ? player.attach(element.current) : undefined), [player, element, address]);
}

/** Follows one field of a player's state. */
export function usePlayed<K extends keyof SourcePlayerState>(player: SourcePlayer, field: K): SourcePlayerState[K] {
  const subscribe = useCallback((listener: () => void) => player.subscribe(listener), [player]);
  return useSyncExternalStore(subscribe, () => player.state[field]);
}
