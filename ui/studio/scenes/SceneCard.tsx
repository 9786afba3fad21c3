import { Draggable, type DraggableProvided } from '@hello-pangea/dnd';
import { ChartNoAxesGantt, Copy, Trash2 } from 'lucide-react';
import { memo, useEffect, useRef } from 'react';
import type { Project, Scene } from '../../../engine/project/project.ts';
import { IconButton } from '../../components/IconButton.tsx';
import { TransitionButton } from '../effects/TransitionButton.tsx';
import { copyScene, deleteScene, openTimelineOf } from '../state/scenes.ts';
import { SceneLength } from './SceneLength.tsx';
import { SceneThumb } from './SceneThumb.tsx';

interface Props {
  /** Changes that affect only other scenes are ignored, see `isSame`. */
  project: Project;
  scene: Scene;
  /** Index from 0. */
  index: number;
  /** Start of the scene; undefined for a single scene. */
  startLabel: string | undefined;
  isSelected: boolean;
  /** Whether there is more than one scene. */
  isMany: boolean;
  onChoose: (sceneId: string) => void;
}

/** A scene of the list; draggable if there are several. */
export const SceneCard = memo(function SceneCard(props: Props) {
  const { scene, index, isMany } = props;
  return (
    <Draggable draggableId={scene.id} index={index} isDragDisabled={!isMany} disableInteractiveElementBlocking>
      {(drag, { isDragging }) => <Card {...props} drag={drag} isDragging={isDragging} />}
    </Draggable>
  );
}, isSame);

/**
 * Skips rendering unless the card's own scene, its position, or something that determines its look or length has
 * changed.
 */
function isSame({ project: before, ...card }: Props, { project: after, ...next }: Props): boolean {
  if (!Object.entries(card).every(([name, value]) => next[name as keyof typeof next] === value)) return false;
  if (before === after) return true;
  const isAlike = before.width === after.width && before.height === after.height;
  return (
    isAlike && before.output === after.output && before.watermark === after.watermark && before.audio === after.audio
  );
}

interface CardProps extends Props {
  drag: DraggableProvided;
  isDragging: boolean;
}

/** Thumbnail (selects and drags the scene), start time and actions. */
function Card({ drag, isDragging, project, scene, index, startLabel, isSelected, isMany, onChoose }: CardProps) {
  const name = `Scene ${index + 1}`;
  const handle = isMany ? drag.dragHandleProps : undefined;
  const actions = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (isSelected) actions.current?.closest('li')?.scrollIntoView({ block: 'nearest' });
  }, [isSelected]);
  return (
    <li
      ref={drag.innerRef}
      {...drag.draggableProps}
      className="scene-card"
      data-selected={(isMany && isSelected) || undefined}
      data-dragging={isDragging || undefined}
    >
      {index > 0 && <TransitionButton className="scene-transition" scene={scene} index={index} />}
      <button
        type="button"
        {...handle}
        className="scene-choose"
        aria-label={startLabel ? `${name}, starts at ${startLabel}` : name}
        aria-pressed={isSelected}
        onClick={() => onChoose(scene.id)}
      >
        <SceneThumb project={project} scene={scene} index={index} />
        {startLabel && <span className="scene-start numbers">{startLabel}</span>}
      </button>
      <div className="scene-actions" ref={actions}>
        <SceneLength project={project} scene={scene} index={index} />
        <IconButton
          icon={ChartNoAxesGantt}
          label={`Timeline of ${name}`}
          title="Timeline"
          onClick={() => openTimelineOf(scene.id)}
        />
        <button
          type="button"
          className="button quiet icon"
          aria-label={`Duplicate ${name}`}
          title="Duplicate"
          onClick={() => copyScene(scene.id)}
        >
          <Copy aria-hidden="true" />
        </button>
        {isMany && (
          <button
            type="button"
            className="button quiet icon"
            aria-label={`Delete ${name}`}
            title="Delete"
            onClick={() => deleteScene(scene.id)}
          >
            <Trash2 aria-hidden="true" />
          </button>
        )}
      </div>
    </li>
  );
}
