import { MapPin } from 'lucide-react';
import { useSnapshot } from 'valtio';
import { totalDuration } from '../../engine/timeline/durations.ts';
import { timecode } from '../../engine/timeline/timecode.ts';
import { RangeField } from '../kit/RangeField.tsx';
import { TimeField } from '../kit/TimeField.tsx';
import { AudioLane, LaneMark } from '../media/AudioLane.tsx';
import { AudioSpanFields } from './AudioSpanFields.tsx';
import { endStep, setField, trackOf } from './drafts.ts';
import { SpanPanel } from './SpanPanel.tsx';
import type { PanelProps } from './toolPanel.ts';

/** Height of the waveform, in CSS pixels. */
const WAVE_HEIGHT = 72;

/** Shows the video's trim slider, the start time of the added audio and its own trim slider. */
export function AudioPanel(props: PanelProps) {
  const { tool, draft, player } = props;
  const { beside: sound } = draft;
  const start = numberOf(draft.settings.audioStartTime);
  return (
    <div className="stack-2 tool-lanes">
      <SpanPanel {...props} />
      {sound && sound.duration > 0 && (
        <>
          <h2>The audio in the video</h2>
          <StartLane {...props} start={start} />
          <h2>Part of the audio to use</h2>
          <AudioSpanFields {...{ tool, draft, player, sound }} from={start} height={WAVE_HEIGHT} />
        </>
      )}
    </div>
  );
}

/** Sets the moment at which the added audio starts, on the time axis of the video. */
function StartLane({ tool, player, project, start }: PanelProps & { start: number }) {
  const total = Math.max(0.1, totalDuration(project));
  const move = (seconds: number) => {
    if (!Number.isNaN(seconds)) setField(tool, 'audioStartTime', Math.min(total, Math.max(0, seconds)));
  };
  return (
    <div className="stack-2 tool-lane">
      {project.audio && (
        <AudioLane project={project} audio={project.audio} total={total}>
          <Now player={player} total={total} />
        </AudioLane>
      )}
      <RangeField
        label="Audio starts"
        shown={false}
        value={start}
        max={total}
        keys={{ coarse: 0.1, fine: 0.03 }}
        words={timecode(start)}
        onChange={move}
        onEnd={endStep}
      />
      <div className="wrap split tool-lane-row">
        <TimeField label="Starts at" value={start} onChange={move} onStep={(by) => move(start + by)} onEnd={endStep} />
        <button type="button" className="button quiet" onClick={() => move(player.state.time)}>
          <MapPin aria-hidden="true" />
          Start here
        </button>
      </div>
    </div>
  );
}

function Now({ player, total }: Pick<PanelProps, 'player'> & { total: number }) {
  const { time } = useSnapshot(player.state);
  return <LaneMark at={time} total={total} />;
}

function numberOf(value: unknown): number {
  return typeof value === 'number' ? value : 0;
}

/** Height of the waveform, in CSS pixels. */
const TRIM_WAVE_HEIGHT = 160;

/** Trim slider for the source of an audio tool. */
export function AudioTrimPanel({ tool, draft, player }: PanelProps) {
  const [sound] = draft.sources;
  if (!sound || sound.duration === 0) return null;
  return (
    <div className="tool-sound">
      <AudioSpanFields
        {...{ tool, draft, player, sound }}
        from={0}
        height={TRIM_WAVE_HEIGHT}
        audioTrack={trackOf(draft)}
      />
    </div>
  );
}
