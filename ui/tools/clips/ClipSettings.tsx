import { ArrowDown, ArrowUp, Copy, Trash2 } from 'lucide-react';
import { timecode } from '../../../engine/timeline/timecode.ts';
import { kindOf } from '../../../engine/tools/inputs.ts';
import type { Tool } from '../../../engine/tools/tool.ts';
import { IconButton } from '../../components/IconButton.tsx';
import { Stepper } from '../../studio/controls/Stepper.tsx';
import { Switch } from '../../studio/controls/Switch.tsx';
import { TrimSlider } from '../../studio/controls/TrimSlider.tsx';
import { Filmstrip } from '../../studio/strips/Filmstrip.tsx';
import { own } from '../../texts/t.ts';
import { editDraft, endStep } from '../drafts.ts';
import type { DraftSource } from '../storedDrafts.ts';
import { clipWindow, setClip } from './clipEdits.ts';

/** How long a picture may be shown, seconds. */
const LENGTHS = { min: 0.1, max: 480, step: 0.5 };

interface Props {
  tool: Tool;
  source: DraftSource;
  name: string;
  /** From 0, and of how many. */
  index: number;
  count: number;
  /** How long a picture is shown that has no length of its own, seconds. */
  usualLength: number;
  /** @param by −1: up, 1: down. */
  onMove: (by: number) => void;
  onDuplicate: () => void;
  onRemove: () => void;
  /** Another part of it is seen. @param seconds since it began. */
  onSeek: (seconds: number) => void;
}

/** What is chosen for one clip alone, and what can be done with it. */
export function ClipSettings(props: Props) {
  const { tool, source, name, index, count, usualLength, onMove, onDuplicate, onRemove, onSeek } = props;
  const isPicture = kindOf(source) === 'image';
  const length = source.clip?.duration || usualLength;
  return (
    <div className="clip-settings">
      {isPicture ? (
        <Stepper
          label="Seconds visible"
          value={length}
          range={LENGTHS}
          onChange={(duration) => editDraft(tool, (draft) => setClip(draft, index, { duration }), `length ${index}`)}
          onEnd={endStep}
        />
      ) : (
        <Trim {...{ tool, source, name, index, onSeek }} />
      )}
      {source.kind === 'video' && source.hasAudio && (
        <Switch
          label="Silent"
          hint="Mute the audio of this clip."
          on={source.clip?.isMuted === true}
          onChange={(on) => editDraft(tool, (draft) => setClip(draft, index, { isMuted: on || undefined }))}
        />
      )}
      <div className="clip-actions">
        <IconButton
          icon={ArrowUp}
          label={`Move ${own(name)} up`}
          title="Move up"
          disabled={index === 0}
          onClick={() => onMove(-1)}
        />
        <IconButton
          icon={ArrowDown}
          label={`Move ${own(name)} down`}
          title="Move down"
          disabled={index === count - 1}
          onClick={() => onMove(1)}
        />
        <IconButton icon={Copy} label={`Duplicate ${own(name)}`} title="Duplicate" onClick={onDuplicate} />
        <IconButton icon={Trash2} label={`Remove ${own(name)}`} title="Remove" onClick={onRemove} />
      </div>
    </div>
  );
}

/** So much before its end the last frame of a clip is seen, seconds. */
const BEFORE_END = 0.05;
/** Height of the filmstrip, CSS pixels. */
const STRIP_HEIGHT = 56;

function Trim({ tool, source, name, index, onSeek }: Pick<Props, 'tool' | 'source' | 'name' | 'index' | 'onSeek'>) {
  const { url, duration } = source;
  const { start, end } = clipWindow(source);
  const choose = (from: number, to: number, which: string) => {
    const isWhole = from === 0 && to === duration;
    const trim = isWhole
      ? { startTime: undefined, endTime: undefined, isTrimmed: undefined }
      : { startTime: from, endTime: to, isTrimmed: true };
    editDraft(tool, (draft) => setClip(draft, index, trim), `trim ${index}`);
    onSeek(which === 'end' ? Math.max(0, to - from - BEFORE_END) : 0);
  };
  return (
    <div className="clip-trim">
      <TrimSlider label={`Trim ${own(name)}`} {...{ start, end, duration }} onChange={choose} onEnd={endStep}>
        {source.kind === 'video' && <Filmstrip url={url} duration={duration} height={STRIP_HEIGHT} />}
      </TrimSlider>
      <span className="numbers soft small">
        {timecode(start)} to {timecode(end)}
      </span>
    </div>
  );
}
