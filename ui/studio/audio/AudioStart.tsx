import { MapPin } from 'lucide-react';
import { useEffect } from 'react';
import { useSnapshot } from 'valtio';
import { audioEnd } from '../../../engine/edit/audioLoop.ts';
import type { AudioTrack, Project } from '../../../engine/project/project.ts';
import { audioSpan, totalDuration } from '../../../engine/timeline/durations.ts';
import { timecode } from '../../../engine/timeline/timecode.ts';
import { focusTarget } from '../../state/focus.ts';
import { RangeField } from '../controls/RangeField.tsx';
import { TimeField } from '../controls/TimeField.tsx';
import { shownTime } from '../state/playback.ts';
import { endStep } from '../state/studio.ts';
import { useShownTime } from '../state/useShownTime.ts';
import { Waveform } from '../strips/Waveform.tsx';
import { startField, startRefusal } from './startRefusal.ts';
import { moveAudio, startRange } from './track.ts';

interface Props {
  project: Project;
  audio: AudioTrack;
}

/** Height of the waveform, CSS pixels. */
const WAVE_HEIGHT = 56;

/** When the audio starts, against the length of the video: where it lies in it, a slider, a field, and the present moment. */
export function AudioStart({ project, audio }: Props) {
  const { isUnreadable } = useSnapshot(startField);
  const { startTime } = audio;
  const refusal = startRefusal(project, isUnreadable);
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
      <Lane project={project} audio={audio} />
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
          title="Start at the present moment of the video"
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

/** The audio as it lies in the video; once more and once more where it loops. */
function Lane({ project, audio }: Props) {
  const total = Math.max(startRange(project), 0.01);
  const span = audioSpan(audio);
  const end = audioEnd(project);
  const shown = Math.min(end, total);
  const shownLength = Math.max(0, shown - audio.startTime);
  const share = (seconds: number) => `${(100 * Math.min(seconds, total)) / total}%`;
  return (
    <div className="audio-lane">
      <div className="audio-lane-track">
        {shownLength > 0 && (
          <div className="audio-block" style={{ left: share(audio.startTime), width: share(shownLength) }}>
            <Waveform
              url={audio.url}
              duration={audio.duration ?? span.end}
              from={span.start}
              to={span.start + shownLength}
              height={WAVE_HEIGHT}
            />
          </div>
        )}
        {audio.loop && end < total && (
          <div
            className="audio-block is-again"
            style={{ left: share(end), width: share(totalDuration(project) - end) }}
          >
            <span>again</span>
          </div>
        )}
        <Mark total={total} />
      </div>
    </div>
  );
}

/** Where the video is now. */
function Mark({ total }: { total: number }) {
  const now = useShownTime();
  return <div className="audio-mark" style={{ left: `${(100 * Math.min(now, total)) / total}%` }} aria-hidden="true" />;
}
