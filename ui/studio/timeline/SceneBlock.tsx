import { Blend } from 'lucide-react';
import type { Project } from '../../../engine/project/project.ts';
import type { SceneSpan } from '../../../engine/timeline/spans.ts';
import { SceneThumb } from '../scenes/SceneThumb.tsx';
import { clockTime } from '../scenes/sceneLabel.ts';
import { seek } from '../state/playback.ts';
import { selectLayer } from '../state/studio.ts';
import { secondsWords } from './trimmable.ts';

interface Props {
  project: Project;
  span: SceneSpan;
  /** CSS pixels a second. */
  scale: number;
  isSelected: boolean;
}

/** Least width that has room for a picture beside the words, CSS pixels. */
const PICTURE_ROOM = 120;
/** Least width that has room for the word beside the number. */
const WORD_ROOM = 72;

/** A scene, as wide as it is long, with when it starts; a press goes there. */
export function SceneBlock({ project, span: { scene, sceneIndex, start, end }, scale, isSelected }: Props) {
  const width = (end - start) * scale;
  return (
    <li className="board-scene" style={{ left: start * scale, width }}>
      <button
        type="button"
        className="board-scene-block"
        aria-pressed={isSelected}
        onClick={() => {
          selectLayer(null);
          seek(start);
        }}
      >
        {width >= PICTURE_ROOM && <SceneThumb project={project} scene={scene} index={sceneIndex} />}
        <span className="board-scene-words">
          <strong>
            <span className={width < WORD_ROOM ? 'unseen' : undefined}>Scene </span>
            {sceneIndex + 1}
          </strong>
          <span className="unseen">, starts at </span>
          <span className="numbers">{clockTime(start)}</span>
          <span className="unseen">, {secondsWords(end - start)} long</span>
        </span>
      </button>
      <Joint span={{ scene, sceneIndex }} />
    </li>
  );
}

/** Where a scene meets the one before: how it follows it. */
function Joint({ span: { scene, sceneIndex } }: { span: Pick<SceneSpan, 'scene' | 'sceneIndex'> }) {
  const { type = 'cut' } = scene.transition ?? {};
  if (sceneIndex === 0 || type === 'cut') return null;
  return (
    <span className="board-joint" role="img" aria-label={`Transition: ${type}`} title={`Transition: ${type}`}>
      <Blend aria-hidden="true" />
    </span>
  );
}
