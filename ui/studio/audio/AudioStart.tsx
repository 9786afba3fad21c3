import { MapPin } from 'lucide-react';
import { useEffect } from 'react';
import { useSnapshot } from 'valtio';
import type { AudioTrack, Project } from '../../../engine/project/project.ts';
import { timecode } from '../../../engine/timeline/timecode.ts';
import { focusTarget } from '../../state/focus.ts';
import { RangeField } from '../controls/RangeField.tsx';
import { TimeField } from '../controls/TimeField.tsx';
import { shownTime } from '../state/playback.ts';
import { endStep } from '../state/studio.ts';
import { useShownTime } from '../state/useShownTime.ts';
import { AudioLane, LaneMark } from './AudioLane.tsx';
import { audioStartError, startField } from './audioStartError.ts';
import { moveAudio, startRange } from './audioTrack.ts';

interface Props {
  project: Project;
  audio: AudioTrack;
}

/** The start of the audio track: its position in the video, a slider, a field, and a button for the current time. */
export function AudioStart({ project, audio }: Props) {
  const { isUnreadable } = useSnapshot(startField);
  const { startTime } = audio;
  const refusal = audioStartError(project, isUnreadable);
  const total = Math.max(startRange(project), 0.01);
  const move = (seconds: number) => {
    startField.isUnreadable = Number.isNaN(seconds);
    if (!Number.isNaN(seconds)) moveAudio(seconds);
  };
  useEffect(() => {
    startField.isUnreadable = false;
  }, []);
  return (
    <div className="audio-start">
      <p className="audio-start-words">
        Audio will start at <strong className="numbers">{timecode(startTime)}</strong>
      </p>
      <AudioLane {...{ project, audio, total }}>
        <Now total={total} />
      </AudioLane>
      <RangeField
        label="Audio start"
        shown={false}
        value={startTime}
        max={startRange(project)}
        keys={{ coarse: 0.1, fine: 0.03 }}
        words={timecode(startTime)}
        onChange={move}
        onEnd={endStep}
      />
      <div className="audio-start-row">
        <TimeField
          ref={focusTarget('audio-start')}
          label="Start time"
          value={isUnreadable ? Number.NaN : startTime}
          onChange={move}
          onStep={(by) => move(startTime + by)}
          onEnd={endStep}
          refusedBy={refusal && 'audio-start-refusal'}
        />
        <button
          type="button"
          className="button quiet"
          title="Start at the current time of the video"
          onClick={() => {
            move(shownTime());
            endStep();
          }}
        >
          <MapPin aria-hidden="true" />
          Start here
        </button>
      </div>
      <p id="audio-start-refusal" className="refusal" role="status">
        {refusal}
      </p>
    </div>
  );
}

function Now({ total }: { total: number }) {
  return <LaneMark at={useShownTime()} total={total} />;
}
