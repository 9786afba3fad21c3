import { useLayoutEffect, useRef } from 'react';
import { useSnapshot } from 'valtio';
import { totalDuration } from '../../../engine/timeline/durations.ts';
import { showError } from '../../client/page/notices.ts';
import { LiveRegion } from '../../kit/progress.tsx';
import { TimeInput } from '../../kit/TimeInput.tsx';
import { useHold } from '../../kit/useHold.ts';
import { UNREADABLE_TIME } from '../../kit/words.ts';
import { ActionButton } from '../actions/ActionButton.tsx';
import { type Action, currentContext, faceOf } from '../actions/action.ts';
import { addActions } from '../actions/add.ts';
import { ariaKeys, tooltip } from '../actions/keyLabels.ts';
import { layerActions } from '../actions/layers.ts';
import { markActions } from '../actions/marks.ts';
import { playbackActions } from '../actions/playback.ts';
import { clipActions, timelineActions } from '../actions/timeline.ts';
import { markedSpan, marks } from '../state/marks.ts';
import { canPlay, playhead, SKIP_SECONDS, seek } from '../state/playback.ts';
import { endStep, studio } from '../state/studio.ts';
import { timelineModes } from '../state/timelineModes.ts';
import { timelineView } from '../state/timelineView.ts';
import { useShownTime } from '../state/useShownTime.ts';
import { LevelMeter } from './LevelMeter.tsx';
import { removeBar } from './timeEdits.ts';
import { useShownFps, useTimeWords } from './timeWords.ts';

/** Playback buttons, the time, layer actions and zoom. */
export function Transport() {
  const { project } = useSnapshot(studio);
  const inWords = useTimeWords();
  const isMoving = canPlay(project);
  return (
    <div className="stack transport">
      {/* biome-ignore lint/a11y/useSemanticElements: a fieldset is for forms. */}
      <div className="row transport-play" role="group" aria-label="Playback">
        <ActionButton action={playbackActions.restart} context={currentContext()} disabled={!isMoving} />
        <SkipButton action={playbackActions.skipBack} text={`−${SKIP_SECONDS} s`} disabled={!isMoving} />
        <FrameButton action={playbackActions.frameBack} disabled={!isMoving} />
        <PlayButton disabled={!isMoving} />
        <FrameButton action={playbackActions.frameForward} disabled={!isMoving} />
        <SkipButton action={playbackActions.skipForward} text={`+${SKIP_SECONDS} s`} disabled={!isMoving} />
      </div>
      <div className="transport-time">
        <span className="numbers" role="timer">
          {isMoving ? <MovingTime /> : <strong className="transport-now">{inWords(0)}</strong>}{' '}
          <span className="soft">/ {inWords(totalDuration(project))}</span>
        </span>
        {isMoving && <LevelMeter />}
      </div>
      <div className="transport-more">
        <Tools />
        <ModeButtons disabled={!isMoving} />
        <ZoomButtons />
      </div>
    </div>
  );
}

/** Actions for the selected layers. Without a selection they keep their place and can still be focused. */
function Tools() {
  const { selectedLayerId, severalIds } = useSnapshot(studio);
  const [first = selectedLayerId] = severalIds;
  const context = currentContext();
  return (
    <div className="transport-tools">
      <ActionButton action={addActions.recordVoiceOver} context={context} />
      <ActionButton action={playbackActions.setMarker} context={context} />
      <ActionButton action={layerActions.split} context={context} isOff={severalIds.length > 0} />
      <ActionButton
        action={layerActions.delete}
        context={context}
        isOff={first === null}
        run={() => first !== null && removeBar(first)}
      />
      <ActionButton action={layerActions.deleteWithGap} context={context} isOff={first === null} />
    </div>
  );
}

/** The marks in and out, what the marked part is for, and how clips make way for each other. */
function ModeButtons({ disabled }: { disabled: boolean }) {
  useSnapshot(marks);
  useSnapshot(timelineModes);
  const context = currentContext();
  const { markIn, markOut, deleteMarked, clearMarks } = markActions;
  const isOff = markedSpan() === undefined;
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset is for forms.
    <div className="transport-marks" role="group" aria-label="Marks and modes">
      <ActionButton action={markIn} context={context} disabled={disabled} />
      <ActionButton action={markOut} context={context} disabled={disabled} />
      <ActionButton action={deleteMarked} context={context} isOff={isOff} />
      <ActionButton action={clearMarks} context={context} isOff={isOff} />
      <ActionButton action={clipActions.toggleRipple} context={context} showsState />
      <ActionButton action={clipActions.toggleInsert} context={context} showsState />
      <ActionButton action={clipActions.toggleOverwrite} context={context} showsState />
    </div>
  );
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

/** The current time. A press turns it into a field for another one. */
function MovingTime() {
  const inWords = useTimeWords();
  const time = useShownTime();
  const { isTyped } = useSnapshot(timelineView);
  const { goToTime } = playbackActions;
  if (isTyped) return <TypedTime time={time} />;
  return (
    <button
      type="button"
      className="transport-now numbers"
      title={tooltip(goToTime, goToTime.title)}
      aria-keyshortcuts={ariaKeys(goToTime)}
      onClick={() => runNow(goToTime)}
    >
      {inWords(time)}
    </button>
  );
}

/** A field for the time to go to. Enter and Escape return the focus to where it was. */
function TypedTime({ time }: { time: number }) {
  const place = useRef<HTMLSpanElement>(null);
  const fps = useShownFps();
  useLayoutEffect(() => {
    const from = document.activeElement;
    const field = place.current?.querySelector('input');
    field?.focus();
    return () => {
      timelineView.isTyped = false;
      if (document.activeElement === field && from instanceof HTMLElement) from.focus({ preventScroll: true });
    };
  }, []);
  const close = () => {
    timelineView.isTyped = false;
  };
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the keys of the field inside.
    <span
      ref={place}
      className="transport-typed"
      onBlur={close}
      onKeyDown={(event) => {
        if (event.key !== 'Enter' && event.key !== 'Escape') return;
        event.preventDefault();
        close();
      }}
    >
      <TimeInput
        label="Time to go to"
        value={time}
        fps={fps}
        onChange={(seconds) => (Number.isNaN(seconds) ? showError(UNREADABLE_TIME) : seek(seconds))}
        onStep={(by) => seek(time + by)}
      />
    </span>
  );
}

function ZoomButtons() {
  // Rerenders when the zoom changes, which decides what has an effect, and with the shown times.
  useSnapshot(timelineView);
  useSnapshot(timelineModes);
  return (
    <div className="transport-zoom">
      {Object.values(timelineActions).map((action) => (
        <ActionButton key={action.id} action={action} context={currentContext()} />
      ))}
    </div>
  );
}
