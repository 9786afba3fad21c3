import { type LucideIcon, Maximize2, ZoomIn, ZoomOut } from 'lucide-react';
import { useSnapshot } from 'valtio';
import { totalDuration } from '../../../engine/timeline/durations.ts';
import { timecode } from '../../../engine/timeline/timecode.ts';
import { LiveRegion } from '../../kit/progress.tsx';
import { useHold } from '../../kit/useHold.ts';
import { type Action, currentContext, faceOf } from '../actions/action.ts';
import { addActions } from '../actions/add.ts';
import { ariaKeys, tooltip } from '../actions/keyLabels.ts';
import { layerActions } from '../actions/layers.ts';
import { playbackActions } from '../actions/playback.ts';
import { canPlay, playhead, SKIP_SECONDS } from '../state/playback.ts';
import { endStep, studio } from '../state/studio.ts';
import { useShownTime } from '../state/useShownTime.ts';
import { removeBar } from './timeEdits.ts';
import { setZoom, timelineView, zoomBy } from './view.ts';

/** Playback buttons, the time, layer actions and zoom. */
export function Transport() {
  const { project } = useSnapshot(studio);
  const isMoving = canPlay(project);
  return (
    <div className="stack transport">
      <div className="row transport-play">
        <ActionButton action={playbackActions.restart} disabled={!isMoving} />
        <SkipButton action={playbackActions.skipBack} text={`−${SKIP_SECONDS} s`} disabled={!isMoving} />
        <FrameButton action={playbackActions.frameBack} disabled={!isMoving} />
        <PlayButton disabled={!isMoving} />
        <FrameButton action={playbackActions.frameForward} disabled={!isMoving} />
        <SkipButton action={playbackActions.skipForward} text={`+${SKIP_SECONDS} s`} disabled={!isMoving} />
      </div>
      <span className="transport-time numbers" role="timer">
        <ShownTime /> <span className="soft">/ {timecode(totalDuration(project))}</span>
      </span>
      <Tools />
      <ZoomButtons />
    </div>
  );
}

/** Actions for the selected layers. Without a selection they keep their place and can still be focused. */
function Tools() {
  const { selectedLayerId, severalIds } = useSnapshot(studio);
  const [first = selectedLayerId] = severalIds;
  return (
    <div className="transport-tools">
      <ActionButton action={addActions.recordVoiceOver} />
      <ActionButton action={playbackActions.setMarker} />
      <ActionButton action={layerActions.split} isOver={selectedLayerId === null} />
      <ActionButton
        action={layerActions.delete}
        isOver={first === null}
        run={() => first !== null && removeBar(first)}
      />
      <ActionButton action={layerActions.deleteWithGap} isOver={first === null} />
    </div>
  );
}

interface ActionButtonProps {
  action: Action;
  /** Replaces what the action does, where the timeline announces it. */
  run?: () => unknown;
  disabled?: boolean;
  isOver?: boolean;
}

function ActionButton({ action, run = () => runNow(action), ...state }: ActionButtonProps) {
  const { label, icon } = faceOf(action, currentContext());
  const title = action.keys ? tooltip(action, label) : action.title;
  return icon && <ToolButton {...{ icon, label, title }} keys={ariaKeys(action)} {...state} onClick={run} />;
}

function runNow(action: Action): void {
  void action.run?.(currentContext());
}

function PlayButton({ disabled }: { disabled: boolean }) {
  const { isPaused, isBuffering } = useSnapshot(playhead);
  const { togglePlay } = playbackActions;
  const { label, icon: Icon } = faceOf(togglePlay, { ...currentContext(), isPaused });
  return (
    <>
      <button
        type="button"
        className="button primary icon play-button"
        aria-label={label}
        aria-busy={isBuffering}
        aria-keyshortcuts={ariaKeys(togglePlay)}
        title={tooltip(togglePlay, label)}
        disabled={disabled}
        onClick={() => runNow(togglePlay)}
      >
        {Icon && <Icon aria-hidden="true" />}
      </button>
      <LiveRegion>{isBuffering ? 'Loading' : ''}</LiveRegion>
    </>
  );
}

function SkipButton({ action, text, disabled }: { action: Action; text: string; disabled: boolean }) {
  return (
    <button
      type="button"
      className="button quiet icon transport-skip numbers"
      title={tooltip(action, action.title)}
      aria-keyshortcuts={ariaKeys(action)}
      disabled={disabled}
      onClick={() => runNow(action)}
    >
      {text}
    </button>
  );
}

/** Steps one frame of the output; repeats while pressed. */
function FrameButton({ action, disabled }: { action: Action; disabled: boolean }) {
  const { title, icon: Icon } = action;
  const holdHandlers = useHold(() => runNow(action), endStep);
  return (
    <button
      type="button"
      className="button quiet icon"
      aria-label={title}
      aria-keyshortcuts={ariaKeys(action)}
      title={tooltip(action, title)}
      disabled={disabled}
      {...holdHandlers}
    >
      {Icon && <Icon aria-hidden="true" />}
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
  /** Its shortcuts, as in `aria-keyshortcuts`. */
  keys?: string | undefined;
  disabled?: boolean;
  /** Whether the action is unavailable. The button then stays focusable. */
  isOver?: boolean;
  onClick: () => void;
}

function ToolButton({ icon: Icon, label, title = label, keys, disabled, isOver, onClick }: ToolButtonProps) {
  return (
    <button
      type="button"
      className="button quiet icon"
      aria-label={label}
      aria-keyshortcuts={keys}
      title={title}
      disabled={disabled}
      aria-disabled={isOver}
      onClick={() => !isOver && onClick()}
    >
      <Icon aria-hidden="true" />
    </button>
  );
}
