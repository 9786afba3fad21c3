import {
  DragDropContext,
  type DragStart,
  type DragUpdate,
  Droppable,
  type DropResult,
  type ResponderProvided,
  useKeyboardSensor,
  useMouseSensor,
} from '@hello-pangea/dnd';
import { Plus } from 'lucide-react';
import { useSnapshot } from 'valtio';
import { t } from '../../texts/t.ts';
import { appendScene, chooseScene, moveScene } from '../state/scenes.ts';
import { studio } from '../state/studio.ts';
import { useLongPressSensor } from './longPressSensor.ts';
import { SceneCard } from './SceneCard.tsx';
import { startLabels } from './sceneLabel.ts';

/**
 * The list of scenes: select, reorder, duplicate, remove and add. A drag begins after 5 px by mouse, after 150 ms by
 * touch, and with Space on the keyboard.
 */
export default function SceneColumn() {
  const { project, selectedSceneId } = useSnapshot(studio);
  const { scenes } = project;
  const labels = startLabels(project);
  const isMany = scenes.length > 1;
  return (
    <>
      <DragDropContext
        enableDefaultSensors={false}
        sensors={sensors}
        dragHandleUsageInstructions={t(INSTRUCTIONS)}
        onDragStart={sayStart}
        onDragUpdate={sayUpdate}
        onDragEnd={endDrag}
      >
        <Droppable droppableId="scenes" isDropDisabled={!isMany}>
          {(drop) => (
            <ol className="scene-cards" aria-label="Scenes" ref={drop.innerRef} {...drop.droppableProps}>
              {scenes.map((scene, index) => (
                <SceneCard
                  key={scene.id}
                  project={project}
                  scene={scene}
                  index={index}
                  startLabel={labels[index]}
                  isSelected={scene.id === selectedSceneId}
                  isMany={isMany}
                  onChoose={chooseScene}
                />
              ))}
              {drop.placeholder}
            </ol>
          )}
        </Droppable>
      </DragDropContext>
      <button type="button" className="button plain add-scene" onClick={appendScene}>
        <Plus aria-hidden="true" />
        Add Scene
      </button>
    </>
  );
}

const INSTRUCTIONS =
  'Press Space to pick up the scene, the arrow keys to move it, Space again to drop it, and Escape to cancel.';

const sensors = [useMouseSensor, useKeyboardSensor, useLongPressSensor];

function sayStart({ source }: DragStart, { announce }: ResponderProvided): void {
  announce(`Scene ${source.index + 1} picked up.`);
}

function sayUpdate({ destination }: DragUpdate, { announce }: ResponderProvided): void {
  const { length } = studio.project.scenes;
  announce(destination ? `Position ${destination.index + 1} of ${length}.` : 'Not over the list.');
}

function endDrag({ draggableId, source, destination, reason }: DropResult, { announce }: ResponderProvided): void {
  if (reason === 'CANCEL' || !destination) {
    announce(`Back at position ${source.index + 1}.`);
    return;
  }
  announce(`Scene dropped at position ${destination.index + 1}.`);
  moveScene(draggableId, destination.index - source.index);
}
