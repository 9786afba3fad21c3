import { MapPin } from 'lucide-react';
import { useSnapshot } from 'valtio';
import { audioEnd } from '../../engine/edit/audioLoop.ts';
import type { ChosenMedia } from '../../engine/edit/newLayers.ts';
import { audioSpan, totalDuration } from '../../engine/timeline/durations.ts';
import { timecode } from '../../engine/timeline/timecode.ts';
import { RangeField } from '../studio/controls/RangeField.tsx';
import { TimeField } from '../studio/controls/TimeField.tsx';
import { Waveform } from '../studio/strips/Waveform.tsx';
import { endStep, setField } from './drafts.ts';
import { SoundSpan } from './SoundSpan.tsx';
import { SpanPanel } from './SpanPanel.tsx';
import type { PanelProps } from './toolPanel.ts';
import '../studio/audio/audio.css';

/** Heights, CSS pixels. */
const LANE_HEIGHT = 56;
const WAVE_HEIGHT = 72;

/** The video, the sound as it lies in it, and what of the sound is heard. */
export function AudioPanel(props: PanelProps) {
  const { tool, draft, player, project } = props;
  const { beside: sound } = draft;
  const start = numberOf(draft.settings.audioStartTime);
  return (
    <div className="tool-lanes">
      <SpanPanel {...props} />
      {sound && sound.duration > 0 && (
        <>
          <h2>The sound in the video</h2>
          <StartLane {...props} sound={sound} start={start} project={project} />
          <h2>What of the sound is heard</h2>
          <SoundSpan {...{ tool, draft, player, sound }} from={start} height={WAVE_HEIGHT} />
        </>
      )}
    </div>
  );
}

/** When the sound starts, against the length of the video. */
function StartLane({ tool, player, project, sound, start }: PanelProps & { sound: ChosenMedia; start: number }) {
  const total = Math.max(0.1, totalDuration(project));
  const move = (seconds: number) => {
    if (!Number.isNaN(seconds)) setField(tool, 'audioStartTime', Math.min(total, Math.max(0, seconds)));
  };
  return (
    <div className="tool-lane">
      <Lane project={project} sound={sound} player={player} total={total} />
      <RangeField
        label="Sound starts"
        shown={false}
        value={start}
        max={total}
        keys={{ coarse: 0.1, fine: 0.03 }}
        words={timecode(start)}
        onChange={move}
        onEnd={endStep}
      />
      <div className="tool-lane-row">
        <TimeField label="Starts at" value={start} onChange={move} onStep={(by) => move(start + by)} onEnd={endStep} />
        <button type="button" className="button quiet" onClick={() => move(player.state.time)}>
          <MapPin aria-hidden="true" />
          Start here
        </button>
      </div>
    </div>
  );
}

interface LaneProps extends Pick<PanelProps, 'project' | 'player'> {
  sound: ChosenMedia;
  /** Length of the video, seconds. */
  total: number;
}

/** The sound as it lies in the video; hatched where it plays again. */
function Lane({ project, sound, player, total }: LaneProps) {
  const { time } = useSnapshot(player.state);
  const { audio } = project;
  const share = (seconds: number) => `${(100 * Math.min(seconds, total)) / total}%`;
  if (!audio) return null;
  const span = audioSpan(audio);
  const end = audioEnd(project);
  const length = Math.max(0, Math.min(end, total) - audio.startTime);
  return (
    <div className="audio-lane">
      <div className="audio-lane-track">
        {length > 0 && (
          <div className="audio-block" style={{ left: share(audio.startTime), width: share(length) }}>
            <Waveform
              url={audio.url}
              duration={sound.duration}
              from={span.start}
              to={span.start + length}
              height={LANE_HEIGHT}
            />
          </div>
        )}
        {audio.loop && end < total && (
          <div className="audio-block is-again" style={{ left: share(end), width: share(total - end) }}>
            <span>again</span>
          </div>
        )}
        <div className="audio-mark" style={{ left: share(time) }} aria-hidden="true" />
      </div>
    </div>
  );
}

function numberOf(value: unknown): number {
  return typeof value === 'number' ? value : 0;
}
