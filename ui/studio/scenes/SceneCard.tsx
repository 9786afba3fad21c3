import { Draggable, type DraggableProvided } from '@hello-pangea/dnd';
import { memo, useEffect, useRef, useState } from 'react';
import { outputOptions } from '../../../engine/edit/output.ts';
import { lastVideo, moveSceneEnd } from '../../../engine/edit/sceneLength.ts';
import { isStill } from '../../../engine/project/output.ts';
import type { Project, Scene } from '../../../engine/project/project.ts';
import { sceneDuration } from '../../../engine/timeline/durations.ts';
import { layerPreview } from '../../client/media/layerTitle.ts';
import { showError } from '../../client/page/notices.ts';
import { t } from '../../client/page/t.ts';
import { parseLength, secondsWords } from '../../kit/words.ts';
import { ActionButton } from '../actions/ActionButton.tsx';
import { currentContext } from '../actions/action.ts';
import { sceneActions } from '../actions/scenes.ts';
import { TransitionButton } from '../effects/TransitionButton.tsx';
import { change } from '../state/studio.ts';
import { SceneThumb } from './SceneThumb.tsx';

const { openTimeline, duplicateScene, deleteScene: deleteOne } = sceneActions;

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
  const isAlike = before.width === after.width && before.height === after.height && before.layers === after.layers;
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
  const context = { ...currentContext(), sceneId: scene.id };
  const nameOf = (label: string) => (label === 'Timeline' ? `Timeline of ${name}` : `${label} ${name}`);
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
        className="center scene-choose"
        aria-label={startLabel ? `${name}, starts at ${startLabel}` : name}
        aria-pressed={isSelected}
        onClick={() => onChoose(scene.id)}
      >
        <span className="scene-frame">
          <SceneThumb project={project} scene={scene} index={index} />
          {startLabel && <span className="scene-start numbers">{startLabel}</span>}
        </span>
      </button>
      <div className="scene-actions" ref={actions}>
        <SceneLength project={project} scene={scene} index={index} />
        {[openTimeline, duplicateScene, ...(isMany ? [deleteOne] : [])].map((action) => (
          <ActionButton key={action.id} action={action} context={context} nameOf={nameOf} />
        ))}
      </div>
    </li>
  );
}

interface SceneLengthProps {
  project: Project;
  scene: Scene;
  /** Index of the scene, from 0. */
  index: number;
}

/** Duration of a scene: a field, or plain text if its video or the audio determines it. */
export function SceneLength({ project, scene, index }: SceneLengthProps) {
  const [draft, setDraft] = useState<string>();
  const length = t(secondsWords(sceneDuration(project, scene)));
  const reason = lengthReason(project, scene);
  if (reason) {
    return (
      <span className="soft small ellipsis scene-length numbers" title={reason}>
        {length}
        <span className="unseen">. {reason}</span>
      </span>
    );
  }
  const commit = () => {
    setDraft(undefined);
    const text = (draft ?? '').replace(/\s*s$/, '');
    if (draft === undefined || text === '') return;
    const seconds = parseLength(text);
    if (seconds.ok) change((now) => moveSceneEnd(now, scene.id, seconds.value));
    else showError(seconds.problems[0]?.message);
  };
  return (
    <input
      className="soft small ellipsis scene-length numbers"
      aria-label={`Length of Scene ${index + 1}`}
      title="Length in seconds or minutes:seconds"
      // Minutes need a colon, which phones' numeric keyboards lack.
      inputMode="text"
      autoComplete="off"
      spellCheck={false}
      maxLength={12}
      placeholder="Still"
      value={draft ?? (isStill(project) ? '' : length)}
      onFocus={(event) => event.target.select()}
      onChange={({ target }) => setDraft(target.value)}
      onBlur={commit}
      onKeyDown={(event) => {
        if (event.key === 'Enter') commit();
        if (event.key === 'Escape') setDraft(undefined);
      }}
    />
  );
}

/** Why the duration of a scene cannot be edited, as a sentence; undefined if it can. */
export function lengthReason(project: Project, scene: Scene): string | undefined {
  const { lengthBy } = outputOptions(project, scene);
  if (lengthBy === 'audio') return 'It lasts as long as the audio. Trim the audio to change that.';
  const video = lengthBy === 'video' ? lastVideo(scene) : undefined;
  return video && `It lasts as long as its video ${layerPreview(video)}. Trim the video to change that.`;
}
