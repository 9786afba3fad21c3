import { ArrowDown, ArrowUp, Copy, Trash2 } from 'lucide-react';
import { timecode } from '../../../engine/timeline/timecode.ts';
import { sourceKindOf } from '../../../engine/tools/inputs.ts';
import type { Tool } from '../../../engine/tools/tool.ts';
import { clipWindow, setClip } from '../../client/drafts/clipEdits.ts';
import type { DraftSource } from '../../client/drafts/storedDrafts.ts';
import { own } from '../../client/page/t.ts';
import { IconButton } from '../../kit/IconButton.tsx';
import { Stepper } from '../../kit/Stepper.tsx';
import { Switch } from '../../kit/Switch.tsx';
import { TrimSlider } from '../../kit/TrimSlider.tsx';
import { Filmstrip } from '../../media/Filmstrip.tsx';
import { editDraft, endStep } from '../drafts.ts';

/** Range of an image's length, in seconds. */
const LENGTHS = { min: 0.1, max: 480, step: 0.5 };

interface Props {
  tool: Tool;
  source: DraftSource;
  name: string;
  /** Zero-based index and number of clips. */
  index: number;
  count: number;
  /** Default length of an image, in seconds. */
  usualLength: number;
  /** @param by −1 moves up, 1 moves down. */
  onMove: (by: number) => void;
  onDuplicate: () => void;
  onRemove: () => void;
  /** Seeks within the clip. @param seconds since the clip's start. */
  onSeek: (seconds: number) => void;
}

/** Settings and actions of one clip. */
export function ClipSettings(props: Props) {
  const { tool, source, name, index, count, usualLength, onMove, onDuplicate, onRemove, onSeek } = props;
  const isPicture = sourceKindOf(source) === 'image';
  const length = source.clip?.duration || usualLength;
  return (
    <div className="stack clip-settings">
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

/** Seconds before the end at which a clip's last frame is shown. */
const BEFORE_END = 0.05;
/** Height of the filmstrip, in CSS pixels. */
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
    <div className="stack-half clip-trim">
      <TrimSlider label={`Trim ${own(name)}`} {...{ start, end, duration }} onChange={choose} onEnd={endStep}>
        {source.kind === 'video' && <Filmstrip url={url} duration={duration} height={STRIP_HEIGHT} />}
      </TrimSlider>
      <span className="numbers soft small">
        {timecode(start)} to {timecode(end)}
      </span>
    </div>
  );
}
