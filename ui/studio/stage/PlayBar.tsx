import { Pause, Play } from 'lucide-react';
import { useSnapshot } from 'valtio';
import { TARGET_ATTRIBUTE } from '../../../engine/browser/gestures/bindPointer.ts';
import { totalDuration } from '../../../engine/timeline/durations.ts';
import { clockTime } from '../scenes/sceneLabel.ts';
import { playhead, togglePlay } from '../state/playback.ts';
import { studio } from '../state/studio.ts';

/** Play, pause and the time, below the canvas of anything that moves. */
export function PlayBar() {
  const { project, studioPaused } = useSnapshot(studio);
  if (project.isImage) return null;
  return (
    <div className="play-bar" {...{ [TARGET_ATTRIBUTE]: 'none' }}>
      <button
        type="button"
        className="button quiet icon"
        aria-label={studioPaused ? 'Play' : 'Pause'}
        title={`${studioPaused ? 'Play' : 'Pause'} (Space)`}
        onClick={togglePlay}
      >
        {studioPaused ? <Play aria-hidden="true" /> : <Pause aria-hidden="true" />}
      </button>
      <span className="play-time soft numbers">
        <ShownTime /> / {clockTime(totalDuration(project))}
      </span>
    </div>
  );
}

function ShownTime() {
  const { studioPaused, studioTime } = useSnapshot(studio);
  const { time } = useSnapshot(playhead);
  return clockTime(studioPaused ? studioTime : time);
}
