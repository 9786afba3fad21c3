import { type KeyboardEvent, memo, type PointerEvent, useRef } from 'react';
import { useSnapshot } from 'valtio';
import { placesMoved } from '../../../engine/edit/moveSoleClip.ts';
import { reorderScene } from '../../../engine/edit/scenes.ts';
import type { Project } from '../../../engine/project/project.ts';
import { type SceneSpan, sceneSpans } from '../../../engine/timeline/spans.ts';
import { DRAG_WAY, startDrag } from '../../kit/drag.ts';
import { pressedKeys } from '../../kit/timeKeys.ts';
import { clockTime, secondsWords } from '../../kit/words.ts';
import { TransitionButton } from '../effects/TransitionButton.tsx';
import { SceneThumb } from '../scenes/SceneThumb.tsx';
import { openLayers } from '../state/go.ts';
import { pause, seek } from '../state/playback.ts';
import { moveScene } from '../state/scenes.ts';
import { endStep, startOf, studio } from '../state/studio.ts';
import { holdScale } from '../state/timelineView.ts';
import { SceneEnd } from './SceneEnd.tsx';
import { endTimelineDrag, showGesturePreview, timelineDrag } from './timelineDrag.ts';
import { boardAround, LONG_PRESS_MS } from './view.ts';

interface SceneBlockProps {
  /** The project without a running drag, so that scene thumbnails are not repainted at each step. */
  project: Project;
  span: SceneSpan;
  /** CSS pixels per second. */
  scale: number;
  isSelected: boolean;
  /** Whether there is room for the transition button before the scene. */
  hasTransition: boolean;
  /** Whether there is room for the transition button after the scene. */
  hasTransitionAfter: boolean;
}

/** Minimum width for a thumbnail next to the label and the end, in CSS pixels. */
const PICTURE_ROOM = 176;
/** Minimum width for a handle at the end. */
const END_ROOM = 96;
/** Minimum width for the word next to the number. */
const WORD_ROOM = 120;

/**
 * A scene as a block with its start time, as wide as its duration. A click seeks there; a drag, or Alt with Left or
 * Right, moves it before or after others.
 */
export const SceneBlock = memo(function SceneBlock(props: SceneBlockProps) {
  const { project, span, scale, isSelected, hasTransition, hasTransitionAfter } = props;
  const { scene, sceneIndex, start, end } = span;
  const width = (end - start) * scale;
  const isMoved = useSnapshot(timelineDrag).movedSceneId === scene.id;
  const hasDragged = useRef(false);
  // A drag may have moved the scene.
  const savedIndex = Math.max(
    0,
    project.scenes.findIndex(({ id }) => id === scene.id),
  );
  return (
    <li className="board-scene" data-dragging={isMoved || undefined} style={{ left: start * scale, width }}>
      <button
        type="button"
        className="fill row board-scene-block"
        aria-pressed={isSelected}
        data-transition={hasTransition || undefined}
        title="Drag it, or press Alt with Left or Right, to move it"
        onPointerDown={(press) => {
          hasDragged.current = false;
          dragScene(press, scene.id, scale, () => {
            hasDragged.current = true;
          });
        }}
        onKeyDown={(event) => moveByKey(event, scene.id)}
        onClick={() => {
          if (hasDragged.current) return;
          openLayers([]);
          seek(start);
        }}
      >
        {width >= PICTURE_ROOM && (
          <SceneThumb project={project} scene={project.scenes[savedIndex] ?? scene} index={savedIndex} />
        )}
        <span className="board-scene-words">
          <strong>
            <span className={width < WORD_ROOM ? 'unseen' : undefined}>Scene </span>
            {sceneIndex + 1}
          </strong>
          <span className="unseen">, starts at </span>
          <span className="numbers">{clockTime(start)}</span>
          <span className="unseen">{`, lasting ${secondsWords(end - start)}`}</span>
        </span>
      </button>
      {width >= END_ROOM && <SceneEnd project={project} span={span} scale={scale} hasTransition={hasTransitionAfter} />}
      {hasTransition && <TransitionButton className="board-transition" scene={scene} index={sceneIndex} />}
    </li>
  );
}, isSame);

/** Ignores layers that are being dragged until the project has changed. */
function isSame(before: SceneBlockProps, after: SceneBlockProps): boolean {
  const [{ span: one, ...rest }, { span: other, ...others }] = [before, after];
  const isInPlace = one.sceneIndex === other.sceneIndex && one.start === other.start && one.end === other.end;
  return isInPlace && Object.entries(rest).every(([name, value]) => others[name as keyof typeof others] === value);
}

/** Drags a scene before or after others: to where its middle would be. @param onStart called when the drag begins. */
function dragScene(press: PointerEvent<HTMLElement>, sceneId: string, scale: number, onStart: () => void): void {
  const { project } = studio;
  if (project.scenes.length < 2) return;
  const board = boardAround(press.currentTarget);
  const spans = sceneSpans(project);
  const own = spans.findIndex(({ scene }) => scene.id === sceneId);
  const grabbed = board.placeOf(press.clientX) / scale;
  let by = 0;
  startDrag(press, {
    way: DRAG_WAY,
    rest: LONG_PRESS_MS,
    scroll: board.scroll,
    onStart: () => {
      onStart();
      endStep();
      pause();
      holdScale(scale);
      timelineDrag.movedSceneId = sceneId;
    },
    onMove: (x) => {
      by = placesMoved(spans, own, board.placeOf(x) / scale - grabbed);
      showGesturePreview(reorderScene(project, sceneId, by));
    },
    onEnd: () => {
      endTimelineDrag();
      if (by !== 0) moveScene(sceneId, by);
      seek(startOf(sceneId));
    },
    onCancel: endTimelineDrag,
  });
}

function moveByKey(event: KeyboardEvent<HTMLElement>, sceneId: string): void {
  const by = { 'alt+left': -1, 'alt+right': 1 }[pressedKeys(event)];
  if (by === undefined) return;
  event.preventDefault();
  moveScene(sceneId, by);
  const place = studio.project.scenes.findIndex(({ id }) => id === sceneId) + 1;
  timelineDrag.announcement = `Scene ${place} of ${studio.project.scenes.length}`;
}
