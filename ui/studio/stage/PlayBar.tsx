import { Pause, Play, SkipBack } from 'lucide-react';
import { useRef } from 'react';
import { useSnapshot } from 'valtio';
import { TARGET_ATTRIBUTE } from '../../../engine/browser/gestures/bindPointer.ts';
import { isStill } from '../../../engine/project/output.ts';
import { sceneStarts, totalDuration } from '../../../engine/timeline/durations.ts';
import { timecode } from '../../../engine/timeline/timecode.ts';
import { useHasDocks } from '../../kit/hooks.ts';
import { IconButton } from '../../kit/IconButton.tsx';
import { LiveRegion } from '../../kit/progress.tsx';
import { useSeeker } from '../controls/useSeeker.ts';
import { docks } from '../state/docks.ts';
import { playhead, restart, togglePlay } from '../state/playback.ts';
import { hasContent, studio } from '../state/studio.ts';
import { useAnnouncedTime, useShownTime } from '../state/useShownTime.ts';

/** The play bar of the editor, which is hidden while the docked timeline has its controls. */
export function EditorPlayBar() {
  const { project, showCanvas } = useSnapshot(studio);
  const { isTimelineOpen } = useSnapshot(docks);
  const isDocked = useHasDocks() && hasContent(project, showCanvas);
  return isDocked && isTimelineOpen ? null : <PlayBar />;
}

/** Play, restart, seeker and time below the canvas. Hidden for stills. */
export function PlayBar() {
  const { project } = useSnapshot(studio);
  if (isStill(project)) return null;
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset is for forms.
    <div
      className="row play-bar"
      role="group"
      aria-label="Playback"
      data-beside-sheet
      {...{ [TARGET_ATTRIBUTE]: 'none' }}
    >
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

/** A slider over the whole project, with marks at the scene starts. */
export function Seeker() {
  const line = useRef<HTMLDivElement>(null);
  const { project } = useSnapshot(studio);
  const total = totalDuration(project);
  const shown = Math.min(total, useShownTime());
  const announced = useAnnouncedTime(shown);
  const part = (seconds: number) => (total > 0 ? `${(100 * seconds) / total}%` : '0%');
  return (
    <div
      className="grow seeker"
      role="slider"
      tabIndex={0}
      aria-label="Time"
      aria-valuemin={0}
      aria-valuemax={Number(total.toFixed(2))}
      aria-valuenow={Number(shown.toFixed(2))}
      aria-valuetext={`${timecode(announced)} of ${timecode(total)}`}
      {...useSeeker(line)}
    >
      <div className="seeker-line" data-testid="seeker-track" ref={line}>
        <div className="seeker-done" style={{ width: part(shown) }} />
        {sceneStarts(project)
          .slice(1)
          .map((start, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: a mark is nothing but its place in the order.
            <i key={index} className="seeker-scene" data-testid="scene-mark" style={{ left: part(start) }} />
          ))}
        <div className="seeker-thumb" style={{ left: part(shown) }} />
      </div>
    </div>
  );
}
