import {
  Flag,
  FoldHorizontal,
  type LucideIcon,
  Maximize2,
  Mic,
  Pause,
  Play,
  SkipBack,
  SquareSplitHorizontal,
  StepBack,
  StepForward,
  Trash2,
  ZoomIn,
  ZoomOut,
} from 'lucide-react';
import { useSnapshot } from 'valtio';
import { totalDuration } from '../../../engine/timeline/durations.ts';
import { timecode } from '../../../engine/timeline/timecode.ts';
import { IconButton } from '../../kit/IconButton.tsx';
import { LiveRegion } from '../../kit/progress.tsx';
import { useHold } from '../../kit/useHold.ts';
import { removeWithGap } from '../state/arrange.ts';
import { openSheet } from '../state/go.ts';
import { splitAtPlayhead } from '../state/layers.ts';
import { markMoment } from '../state/markers.ts';
import { canPlay, playhead, restart, SKIP_SECONDS, skip, stepFrames, togglePlay } from '../state/playback.ts';
import { endStep, selectedIds, studio } from '../state/studio.ts';
import { useShownTime } from '../state/useShownTime.ts';
import { removeBar } from './timeEdits.ts';
import { setZoom, timelineView, zoomBy } from './view.ts';

/** Playback buttons, the time, layer actions and zoom. */
export function Transport() {
  const { project } = useSnapshot(studio);
  const isMoving = canPlay(project);
  return (
    <div className="transport">
      <div className="transport-play">
        <IconButton icon={SkipBack} label="Restart" disabled={!isMoving} onClick={restart} />
        <SkipButton seconds={-SKIP_SECONDS} disabled={!isMoving} />
        <FrameButton frames={-1} disabled={!isMoving} />
        <PlayButton disabled={!isMoving} />
        <FrameButton frames={1} disabled={!isMoving} />
        <SkipButton seconds={SKIP_SECONDS} disabled={!isMoving} />
      </div>
      <span className="transport-time numbers" role="timer">
        <ShownTime /> <span className="soft">/ {timecode(totalDuration(project))}</span>
      </span>
      <Tools />
      <ZoomButtons />
    </div>
  );
}

/** Actions for the selected layer. Without a selection they keep their place and can still be focused. */
function Tools() {
  const { selectedLayerId, severalIds } = useSnapshot(studio);
  const [first = selectedLayerId] = severalIds;
  const run = (work: (layerId: string) => void) => () => selectedLayerId !== null && work(selectedLayerId);
  const isOver = selectedLayerId === null;
  return (
    <div className="transport-tools">
      <IconButton icon={Mic} label="Voice-over" title="Record a voice-over" onClick={() => openSheet('voice-over')} />
      <IconButton icon={Flag} label="Set a marker" title="Set a marker (M)" onClick={markMoment} />
      <ToolButton
        icon={SquareSplitHorizontal}
        label="Split"
        title="Split (S)"
        {...{ isOver }}
        onClick={run(splitAtPlayhead)}
      />
      <ToolButton
        icon={Trash2}
        label="Delete"
        title="Delete (Del)"
        isOver={first === null}
        onClick={() => first !== null && removeBar(first)}
      />
      <ToolButton
        icon={FoldHorizontal}
        label="Delete and close the gap"
        title="Delete and close the gap (Shift Del)"
        isOver={first === null}
        onClick={() => removeWithGap(selectedIds())}
      />
    </div>
  );
}

function PlayButton({ disabled }: { disabled: boolean }) {
  const { isPaused, isBuffering } = useSnapshot(playhead);
  const label = isPaused ? 'Play' : 'Pause';
  return (
    <>
      <button
        type="button"
        className="button primary icon play-button"
        aria-label={label}
        aria-busy={isBuffering}
        title={`${label} (Space)`}
        disabled={disabled}
        onClick={togglePlay}
      >
        {isPaused ? <Play aria-hidden="true" /> : <Pause aria-hidden="true" />}
      </button>
      <LiveRegion>{isBuffering ? 'Loading' : ''}</LiveRegion>
    </>
  );
}

function SkipButton({ seconds, disabled }: { seconds: number; disabled: boolean }) {
  return (
    <button
      type="button"
      className="button quiet icon transport-skip numbers"
      title={`${Math.abs(seconds)} seconds ${seconds < 0 ? 'back' : 'forward'}`}
      disabled={disabled}
      onClick={() => skip(seconds)}
    >
      {`${seconds < 0 ? '−' : '+'}${Math.abs(seconds)} s`}
    </button>
  );
}

/** Steps one frame of the output; repeats while pressed. */
function FrameButton({ frames, disabled }: { frames: -1 | 1; disabled: boolean }) {
  const label = `One frame ${frames < 0 ? 'back' : 'forward'}`;
  const holdHandlers = useHold(() => stepFrames(frames), endStep);
  return (
    <button
      type="button"
      className="button quiet icon"
      aria-label={label}
      title={`${label} (${frames < 0 ? ',' : '.'})`}
      disabled={disabled}
      {...holdHandlers}
    >
      {frames < 0 ? <StepBack aria-hidden="true" /> : <StepForward aria-hidden="true" />}
    </button>
  );
}

function ShownTime() {
  return <strong className="transport-now">{timecode(useShownTime())}</strong>;
}

function ZoomButtons() {
  const { zoom, mostZoom } = useSnapshot(timelineView);
  const isFit = zoom <= 1;
  return (
    <div className="transport-zoom">
      <ToolButton icon={ZoomOut} label="Zoom out" isOver={isFit} onClick={() => zoomBy(-1)} />
      <ToolButton icon={ZoomIn} label="Zoom in" isOver={zoom >= mostZoom} onClick={() => zoomBy(1)} />
      <ToolButton icon={Maximize2} label="Show all" isOver={isFit} onClick={() => setZoom(1)} />
    </div>
  );
}

interface ToolButtonProps {
  icon: LucideIcon;
  label: string;
  /** Tooltip; defaults to the label. */
  title?: string;
  /** Whether the action is unavailable. The button then stays focusable. */
  isOver: boolean;
  onClick: () => void;
}

function ToolButton({ icon: Icon, label, title = label, isOver, onClick }: ToolButtonProps) {
  return (
    <button
      type="button"
      className="button quiet icon"
      aria-label={label}
      title={title}
      aria-disabled={isOver}
      onClick={() => !isOver && onClick()}
    >
      <Icon aria-hidden="true" />
    </button>
  );
}
