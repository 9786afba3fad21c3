import {
  ArrowLeftToLine,
  ArrowRightToLine,
  Copy,
  Merge,
  Pause,
  Play,
  Scissors,
  Split,
  Trash2,
  UndoDot,
} from 'lucide-react';
import { type CSSProperties, memo, useLayoutEffect, useRef, useState } from 'react';
import { CUE_TOO_LONG } from '../../engine/edit/cueFormats/checkCues.ts';
import type { CueMark } from '../../engine/edit/cueMarks.ts';
import { setCueText, setCueTimes } from '../../engine/edit/cues.ts';
import type { EastAsianRegion } from '../../engine/project/eastAsianRegion.ts';
import { MAX_CUE_LENGTH } from '../../engine/project/limits.ts';
import type { Cue } from '../../engine/project/subtitles.ts';
import { timecode } from '../../engine/timeline/timecode.ts';
import { showError } from '../client/page/notices.ts';
import { own } from '../client/page/t.ts';
import { IconButton } from '../kit/IconButton.tsx';
import { TimeInput } from '../kit/TimeInput.tsx';
import { UNREADABLE_TIME } from '../kit/words.ts';
import { letterStyle } from './CueBlock.tsx';
import type { CueHost } from './cueHost.ts';
import { runCueKey } from './cueKeys.ts';
import {
  cueListState,
  duplicate,
  goTo,
  merge,
  playFrom,
  remove,
  setToPlayer,
  split,
  type WishedFocus,
} from './cueList.ts';
import { hasKeptWords, restore, type Selection, strikeOut } from './cuts.ts';

interface Props {
  /** A stable object whose `current` is the latest host. */
  host: { current: CueHost };
  cue: Cue;
  /** One-based. */
  number: number;
  count: number;
  /** Marks of the cue, separated by spaces; '' for none. */
  marks: string;
  /** Words of the cue that are cut out of the video; '' for all, undefined for none. */
  cut: string | undefined;
  /** Top of the row in the list, in CSS pixels. */
  top: number;
  isOpen: boolean;
  isActive: boolean;
  /** Whether it is visible on the video now. */
  isShown: boolean;
  isPlaying: boolean;
  /** Region whose glyph variants East Asian characters use. */
  region: EastAsianRegion | undefined;
  /** Set to move the focus into the text. */
  focus: WishedFocus | null;
}

/** A row of the cue list: one line, or open with all its controls. */
export const CueRow = memo(function CueRow(props: Props) {
  const { cue, number, count, cut, top, isOpen, isActive, isShown, isPlaying } = props;
  return (
    <li
      className={isOpen ? 'cue is-open' : 'cue'}
      style={{ '--top': `${top}px` } as CSSProperties}
      aria-setsize={count}
      aria-posinset={number}
      aria-label={`Subtitle ${number}`}
      aria-current={isShown || undefined}
      data-active={isActive || undefined}
      data-struck={cut === '' || undefined}
      data-cue={cue.id}
    >
      <PlayButton {...props} isPlaying={isOpen && isShown && isPlaying} />
      {isOpen ? <OpenCue {...props} /> : <ClosedCue {...props} />}
    </li>
  );
});

function ClosedCue({ host, cue, number, marks, region }: Props) {
  return (
    <button
      type="button"
      className="grow row cue-line"
      aria-label={`Edit subtitle ${number}: ${cue.text ? own(cue.text) : 'empty'}`}
      onClick={() => {
        goTo(host.current, cue);
        cueListState.focus = { id: cue.id };
      }}
    >
      <span className="numbers soft small">{timecode(cue.startTime)}</span>
      <span className="ellipsis cue-words" dir="auto" style={letterStyle(cue.text, region)}>
        {cue.text || <span className="soft">Empty</span>}
      </span>
      {marks && (
        <span
          className="cue-dot"
          title={marks
            .split(' ')
            .map((mark) => markWords(mark).full)
            .join('. ')}
        />
      )}
    </button>
  );
}

function OpenCue({ host, cue, number, count, marks, cut, region, focus }: Props) {
  const { id } = cue;
  const text = useRef<HTMLTextAreaElement>(null);
  const [selection, setSelection] = useState<Selection>();
  const isPicking = selection !== undefined && hasKeptWords(host.current, cue, selection);
  const act = (work: (host: CueHost, id: string) => void) => () => work(host.current, id);
  return (
    <>
      <div className="cue-head">
        <CueTime host={host} cue={cue} part="startTime" label={`Start of subtitle ${number}`} />
        <IconButton
          icon={ArrowLeftToLine}
          label={`Start subtitle ${number} at the current time`}
          title="Start at the current time"
          onClick={act((now) => setToPlayer(now, id, 'startTime'))}
        />
        <CueTime host={host} cue={cue} part="endTime" label={`End of subtitle ${number}`} />
        <IconButton
          icon={ArrowRightToLine}
          label={`End subtitle ${number} at the current time`}
          title="End at the current time"
          onClick={act((now) => setToPlayer(now, id, 'endTime'))}
        />
      </div>
      <CueText
        {...{ host, cue, number, region, focus }}
        field={text}
        isStruck={cut === ''}
        onPick={({ selectionStart, selectionEnd }) => setSelection({ selectionStart, selectionEnd })}
      />
      <div className="cue-foot">
        {cut ? <CutWords words={cut} /> : <Marks marks={cut === '' ? '' : marks} />}
        {host.current.cuts && <CutButton {...{ host, cue, number }} cut={isPicking ? undefined : cut} field={text} />}
        <IconButton
          icon={Split}
          label={`Split subtitle ${number} at the cursor`}
          title="Split at the cursor"
          onClick={() => split(host.current, id, text.current?.selectionStart ?? 0)}
        />
        <IconButton
          icon={Merge}
          label={`Join subtitle ${number} with the next`}
          title="Join with the next"
          aria-disabled={number === count}
          onClick={act(merge)}
        />
        <IconButton icon={Copy} label={`Duplicate subtitle ${number}`} title="Duplicate" onClick={act(duplicate)} />
        <IconButton icon={Trash2} label={`Remove subtitle ${number}`} title="Remove" onClick={act(remove)} />
      </div>
    </>
  );
}

/** The same element in open and closed rows, so that it keeps the focus. */
function PlayButton({ host, cue, number, isPlaying }: Pick<Props, 'host' | 'cue' | 'number' | 'isPlaying'>) {
  return (
    <button
      type="button"
      className="center cue-play"
      aria-label={isPlaying ? `Pause subtitle ${number}` : `Play from subtitle ${number}`}
      title={isPlaying ? 'Pause' : 'Play from here'}
      onClick={() => playFrom(host.current, cue)}
    >
      <span className="numbers small">{number}</span>
      {isPlaying ? <Pause aria-hidden="true" /> : <Play aria-hidden="true" />}
    </button>
  );
}

interface TextProps extends Pick<Props, 'host' | 'cue' | 'number' | 'region' | 'focus'> {
  field: React.RefObject<HTMLTextAreaElement | null>;
  /** Whether its time is cut out of the video. */
  isStruck: boolean;
  /** Called when the selection changes. */
  onPick: (selection: Selection) => void;
}

function CueText({ host, cue, number, region, focus, field, isStruck, onPick }: TextProps) {
  const { id, text } = cue;
  useLayoutEffect(() => {
    const element = field.current;
    if (!focus || !element) return;
    element.focus({ preventScroll: true });
    const caret = focus.caret ?? element.value.length;
    element.setSelectionRange(caret, caret);
    cueListState.focus = null;
  }, [focus, field]);
  return (
    <textarea
      ref={field}
      dir="auto"
      style={letterStyle(text, region)}
      rows={2}
      maxLength={MAX_CUE_LENGTH}
      aria-label={`Text of subtitle ${number}`}
      aria-description={isStruck ? 'Removed from the video' : undefined}
      placeholder="Subtitle text"
      value={text}
      onFocus={() => {
        cueListState.activeId = id;
        const { player } = host.current;
        const { time, isPlaying } = player.state;
        if (!isPlaying && (time < cue.startTime || time >= cue.endTime)) player.seek(cue.startTime);
      }}
      onChange={({ target }) => host.current.change((cues) => setCueText(cues, id, target.value), `text ${id}`)}
      onPaste={({ clipboardData, currentTarget: { selectionStart, selectionEnd } }) => {
        const pasted = clipboardData.getData('text/plain').replaceAll('\r\n', '\n');
        const left = text.length - (selectionEnd - selectionStart);
        if (left + pasted.length > MAX_CUE_LENGTH) showError(`${CUE_TOO_LONG} The rest of the text was skipped.`);
      }}
      onSelect={({ currentTarget }) => onPick(currentTarget)}
      onBlur={() => host.current.endStep()}
      onKeyDown={(event) => {
        if (runCueKey(host.current, cue, event.nativeEvent)) event.preventDefault();
      }}
    />
  );
}

interface CutProps extends Pick<Props, 'host' | 'cue' | 'number' | 'cut'> {
  field: React.RefObject<HTMLTextAreaElement | null>;
}

/** Cuts the words of a cue out of the video, or restores them. */
function CutButton({ host, cue, number, cut, field }: CutProps) {
  if (cut !== undefined)
    return (
      <IconButton
        icon={UndoDot}
        label={`Restore subtitle ${number} in the video`}
        title="Restore in the video"
        onClick={() => restore(host.current, cue)}
      />
    );
  return (
    <IconButton
      icon={Scissors}
      label={`Strike out subtitle ${number}`}
      title="Strike out: cut it or the selected words from the video"
      onClick={() => strikeOut(host.current, cue, field.current ?? undefined)}
    />
  );
}

function CutWords({ words }: { words: string }) {
  return (
    <p className="grow wrap cue-marks">
      <span className="badge">
        Cut: <s dir="auto">{words}</s>
      </span>
    </p>
  );
}

function Marks({ marks }: { marks: string }) {
  return (
    <p className="grow wrap cue-marks">
      {marks !== '' &&
        marks.split(' ').map((mark) => (
          <span key={mark} className="badge warn" title={markWords(mark).full}>
            {markWords(mark).short}
          </span>
        ))}
    </p>
  );
}

interface CueTimeProps {
  host: { current: CueHost };
  cue: Cue;
  part: 'startTime' | 'endTime';
  label: string;
}

/** Input for the start or end of a cue, with hundredths of a second. */
function CueTime({ host, cue, part, label }: CueTimeProps) {
  const [isRefused, setRefused] = useState(false);
  const setTime = (seconds: number) => {
    setRefused(Number.isNaN(seconds));
    if (Number.isNaN(seconds)) return showError(UNREADABLE_TIME);
    host.current.change((cues) => setCueTimes(cues, cue.id, { [part]: seconds }), `${part} ${cue.id}`);
  };
  return (
    <TimeInput
      label={label}
      value={cue[part]}
      isRefused={isRefused}
      onChange={setTime}
      onStep={(by) => setTime(Math.max(0, cue[part] + by))}
      onEnd={() => host.current.endStep()}
    />
  );
}

/** Label of a cue's mark, and its explanation. */
interface MarkWords {
  short: string;
  full: string;
}

const words: Readonly<Record<CueMark, MarkWords>> = {
  overlap: { short: 'Overlaps', full: 'Overlaps the previous subtitle' },
  gap: { short: 'Short gap', full: 'Less than 2 frames after the previous subtitle' },
  speed: { short: 'Fast', full: 'Over 17 characters per second' },
  late: { short: 'After the end', full: 'Not visible: starts after the video ends' },
  length: { short: 'Long line', full: 'Over 42 characters per line' },
};

/** Returns the label and explanation of a mark. */
function markWords(mark: string): MarkWords {
  return words[mark as CueMark];
}
