import { Pause, Play, SkipBack } from 'lucide-react';
import { useSnapshot } from 'valtio';
import { TARGET_ATTRIBUTE } from '../../../engine/browser/gestures/bindPointer.ts';
import { isStill } from '../../../engine/project/output.ts';
import { totalDuration } from '../../../engine/timeline/durations.ts';
import { timecode } from '../../../engine/timeline/timecode.ts';
import { IconButton } from '../../components/IconButton.tsx';
import { LiveRegion } from '../../components/LiveRegion.tsx';
import { playhead, restart, togglePlay } from '../state/playback.ts';
import { studio } from '../state/studio.ts';
import { useShownTime } from '../state/useShownTime.ts';
import { Seeker } from './Seeker.tsx';

/** Play, restart, seeker and time below the canvas. Hidden for stills. */
export function PlayBar() {
  const { project } = useSnapshot(studio);
  if (isStill(project)) return null;
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset is for forms.
    <div className="play-bar" role="group" aria-label="Playback" data-beside-sheet {...{ [TARGET_ATTRIBUTE]: 'none' }}>
      <PlayButton />
      <IconButton icon={SkipBack} label="Restart" title="Back to the start (Home)" onClick={restart} />
      <Seeker />
      <PlayTime total={totalDuration(project)} />
    </div>
  );
}

function PlayButton() {
  const { isPaused, isBuffering } = useSnapshot(playhead);
  return (
    <>
      <button
        type="button"
        className="button quiet icon play-button"
        aria-label={isPaused ? 'Play' : 'Pause'}
        aria-busy={isBuffering}
        title={`${isPaused ? 'Play' : 'Pause'} (Space)`}
        onClick={togglePlay}
      >
        {isPaused ? <Play aria-hidden="true" /> : <Pause aria-hidden="true" />}
      </button>
      <LiveRegion>{isBuffering ? 'Loading' : ''}</LiveRegion>
    </>
  );
}

function PlayTime({ total }: { total: number }) {
  const whole = timecode(total);
  return (
    <span className="play-time soft numbers" role="timer">
      <span style={{ minWidth: `${whole.length}ch` }}>{timecode(useShownTime())}</span> <span>/ {whole}</span>
    </span>
  );
}
