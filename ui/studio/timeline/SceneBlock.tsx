import { memo } from 'react';
import type { Project } from '../../../engine/project/project.ts';
import type { SceneSpan } from '../../../engine/timeline/spans.ts';
import { clockTime } from '../../components/words.ts';
import { secondsWords } from '../controls/secondsWords.ts';
import { TransitionButton } from '../effects/TransitionButton.tsx';
import { SceneThumb } from '../scenes/SceneThumb.tsx';
import { seek } from '../state/playback.ts';
import { selectLayer } from '../state/studio.ts';
import { SceneEnd } from './SceneEnd.tsx';

interface Props {
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

/** Minimum width for a thumbnail next to the label, in CSS pixels. */
const PICTURE_ROOM = 120;
/** Minimum width for a handle at the end. */
const END_ROOM = 96;
/** Minimum width for the word next to the number. */
const WORD_ROOM = 72;

/** A scene as a block with its start time, as wide as its duration. A click seeks there. */
export const SceneBlock = memo(function SceneBlock(props: Props) {
  const { project, span, scale, isSelected, hasTransition, hasTransitionAfter } = props;
  const { scene, sceneIndex, start, end } = span;
  const width = (end - start) * scale;
  return (
    <li className="board-scene" style={{ left: start * scale, width }}>
      <button
        type="button"
        className="board-scene-block"
        aria-pressed={isSelected}
        data-transition={hasTransition || undefined}
        onClick={() => {
          selectLayer(null);
          seek(start);
        }}
      >
        {width >= PICTURE_ROOM && (
          <SceneThumb project={project} scene={project.scenes[sceneIndex] ?? scene} index={sceneIndex} />
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
function isSame(before: Props, after: Props): boolean {
  const [{ span: one, ...rest }, { span: other, ...others }] = [before, after];
  const isInPlace = one.sceneIndex === other.sceneIndex && one.start === other.start && one.end === other.end;
  return isInPlace && Object.entries(rest).every(([name, value]) => others[name as keyof typeof others] === value);
}
