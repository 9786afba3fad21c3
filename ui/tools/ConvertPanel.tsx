import { Camera } from 'lucide-react';
import { useSnapshot } from 'valtio';
import { toMilliseconds } from '../../engine/project/roundTime.ts';
import { timecode } from '../../engine/timeline/timecode.ts';
import { RangeField } from '../kit/RangeField.tsx';
import { TimeField } from '../kit/TimeField.tsx';
import { Filmstrip } from '../media/Filmstrip.tsx';
import { endStep, setField, setFields } from './drafts.ts';
import { SpanPanel } from './SpanPanel.tsx';
import type { PanelProps, SidePanelProps } from './toolPanel.ts';

/** Height of the filmstrip, in CSS pixels. */
const STRIP_HEIGHT = 64;

/** Chooses the span of the source to convert, or the single frame when the output is an image. */
export function ConvertPanel(props: PanelProps) {
  const { draft, project } = props;
  const [source] = draft.sources;
  if (!source || source.duration === 0 || source.width === 0) return null;
  return project.output?.type === 'image' ? <Moment {...props} /> : <SpanPanel {...props} />;
}

function Moment({ tool, draft, player }: PanelProps) {
  const [source] = draft.sources;
  const { duration = 0, url = '', kind } = source ?? {};
  const { jpegTimestamp } = draft.settings;
  const at = Math.min(duration, typeof jpegTimestamp === 'number' ? jpegTimestamp : 0);
  const move = (seconds: number) => {
    if (Number.isNaN(seconds)) return;
    const to = Math.min(duration, Math.max(0, toMilliseconds(seconds)));
    player.seekInNext(to);
    setField(tool, 'jpegTimestamp', to);
  };
  return (
    <div className="stack-2 tool-trim">
      <div className="tool-moment">
        {kind === 'video' && <Filmstrip url={url} duration={duration} height={STRIP_HEIGHT} />}
        <div className="tool-moment-mark" style={{ left: `${(100 * at) / duration}%` }} aria-hidden="true" />
      </div>
      <RangeField
        label="Frame at"
        shown={false}
        value={at}
        max={duration}
        keys={{ coarse: 0.1, fine: 0.03 }}
        words={timecode(at)}
        onChange={move}
        onEnd={endStep}
      />
      <TimeField label="Frame at" value={at} onChange={move} onStep={(by) => move(at + by)} onEnd={endStep} />
    </div>
  );
}

/** Sets the output to a JPEG of the frame that the player shows. */
export function CaptureFrame({ tool, draft, project, player }: SidePanelProps) {
  const { time } = useSnapshot(player.state);
  const [source] = draft.sources;
  if (!source || source.duration === 0 || source.width === 0 || project?.output?.type === 'image') return null;
  const { startTime } = draft.settings;
  const at = time + (typeof startTime === 'number' ? startTime : 0);
  const captureFrame = () => {
    player.pause();
    player.seekInNext(at);
    setFields(tool, { convertOption: 'jpeg', jpegTimestamp: toMilliseconds(at) });
  };
  return (
    <button type="button" className="button plain" onClick={captureFrame}>
      <Camera aria-hidden="true" />
      Save this frame as an image
    </button>
  );
}
