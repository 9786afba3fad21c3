import { useSnapshot } from 'valtio';
import { moveTrim, type TrimPart } from '../../engine/edit/trimWindow.ts';
import { TimeField } from '../studio/controls/TimeField.tsx';
import { TrimSlider } from '../studio/controls/TrimSlider.tsx';
import { Filmstrip } from '../studio/strips/Filmstrip.tsx';
import { setField } from './drafts.ts';
import type { PanelProps } from './toolPanel.ts';
import '../studio/trim/trim.css';

/** Height of the filmstrip, CSS pixels. */
const STRIP_HEIGHT = 72;
/** So much before the end its last frame is seen, seconds. */
const BEFORE_END = 0.05;

/** The whole source as a strip, and on it what of it is kept. */
export function TrimPanel({ tool, draft, player }: PanelProps) {
  const { time } = useSnapshot(player.state);
  const [source] = draft.sources;
  const duration = source?.duration ?? 0;
  const { start, end } = windowOf(draft.settings, duration);
  const choose = (from: number, to: number, which: TrimPart) => {
    player.pause();
    setField(tool, 'startTime', from);
    setField(tool, 'endTime', to);
    // Once the new project is shown.
    queueMicrotask(() => player.seek(which === 'end' ? Math.max(0, to - from - BEFORE_END) : 0));
  };
  const put = (part: 'start' | 'end', seconds: number) => {
    if (Number.isNaN(seconds)) return;
    const moved = moveTrim({ start, end }, part, seconds, duration);
    choose(moved.start, moved.end, part);
  };
  if (!source || duration === 0) return null;
  return (
    <div className="tool-trim">
      <TrimSlider
        label="Trim video"
        {...{ start, end, duration }}
        onChange={choose}
        onEnd={() => {}}
        playhead={Math.min(end, start + time)}
      >
        {source.kind === 'video' && <Filmstrip url={source.url} duration={duration} height={STRIP_HEIGHT} />}
      </TrimSlider>
      <div className="trim-fields">
        {(['start', 'end'] as const).map((part) => (
          <TimeField
            key={part}
            label={part === 'start' ? 'Start' : 'End'}
            value={part === 'start' ? start : end}
            onChange={(seconds) => put(part, seconds)}
            onStep={(by) => put(part, (part === 'start' ? start : end) + by)}
          />
        ))}
      </div>
    </div>
  );
}

function windowOf(settings: Record<string, unknown>, duration: number): { start: number; end: number } {
  const { startTime, endTime } = settings;
  return {
    start: typeof startTime === 'number' ? startTime : 0,
    end: typeof endTime === 'number' ? endTime : duration,
  };
}
