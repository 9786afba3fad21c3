import {
  DragDropContext,
  type DragStart,
  type DragUpdate,
  Droppable,
  type DropResult,
  type FluidDragActions,
  type PreDragActions,
  type ResponderProvided,
  type SensorAPI,
  useKeyboardSensor,
  useMouseSensor,
} from '@hello-pangea/dnd';
import { Plus } from 'lucide-react';
import { useEffect } from 'react';
import { useSnapshot } from 'valtio';
import type { Project } from '../../../engine/project/project.ts';
import { sceneStarts } from '../../../engine/timeline/durations.ts';
import { t } from '../../client/page/t.ts';
import { clockTime } from '../../kit/words.ts';
import { appendScene, chooseScene, moveScene } from '../state/scenes.ts';
import { studio } from '../state/studio.ts';
import { SceneCard } from './SceneCard.tsx';

/** How long a finger must rest on a scene before it drags it, in milliseconds. */
const LONG_PRESS_MS = 150;
/** A finger that moves further before that scrolls. In CSS pixels. */
const SCROLL_WAY = 8;

/** A touch that is or may become a drag. */
interface Press {
  id: number;
  x: number;
  y: number;
  timer: ReturnType<typeof setTimeout>;
  actions: PreDragActions;
  drag?: FluidDragActions;
}

/** Sensor for DragDropContext: drags by touch after a press of 150 ms; earlier movement scrolls. */
function useLongPressSensor(api: SensorAPI): void {
  useEffect(() => {
    const listeners = new AbortController();
    const sensor = createSensor(api);
    const options = { signal: listeners.signal, capture: true, passive: false };
    addEventListener('touchstart', sensor.start, options);
    addEventListener('touchmove', sensor.move, options);
    addEventListener('touchend', sensor.end, options);
    addEventListener('touchcancel', sensor.cancel, options);
    addEventListener('contextmenu', sensor.menu, options);
    addEventListener('resize', sensor.cancel, options);
    return () => {
      listeners.abort();
      sensor.cancel();
    };
  }, [api]);
}

function createSensor(api: SensorAPI) {
  let press: Press | undefined;
  const cancel = () => {
    if (!press) return;
    clearTimeout(press.timer);
    const { drag, actions } = press;
    press = undefined;
    if (drag?.isActive()) drag.cancel({ shouldBlockNextClick: true });
    else if (actions.isActive()) actions.abort();
  };
  const lift = () => {
    if (press?.actions.isActive()) press.drag = press.actions.fluidLift({ x: press.x, y: press.y });
  };
  return {
    start(event: TouchEvent) {
      if (press) return cancel();
      const [touch] = event.touches;
      const id = event.touches.length === 1 ? api.findClosestDraggableId(event) : null;
      const actions = id ? api.tryGetLock(id, clearPress, { sourceEvent: event }) : null;
      if (!touch || !actions) return;
      const { identifier, clientX: x, clientY: y } = touch;
      press = { id: identifier, x, y, actions, timer: setTimeout(lift, LONG_PRESS_MS) };
    },
    move(event: TouchEvent) {
      const touch = press && [...event.touches].find(({ identifier }) => identifier === press?.id);
      if (!press || !touch) return;
      const { clientX: x, clientY: y } = touch;
      if (press.drag) {
        event.preventDefault();
        press.drag.move({ x, y });
      } else if (Math.hypot(x - press.x, y - press.y) > SCROLL_WAY) cancel();
    },
    end(event: TouchEvent) {
      if (!press?.drag) return cancel();
      event.preventDefault();
      press.drag.drop({ shouldBlockNextClick: true });
      press = undefined;
    },
    menu(event: Event) {
      if (press) event.preventDefault();
    },
    cancel,
  };
  /** Called when the list itself has ended the drag. */
  function clearPress(): void {
    clearTimeout(press?.timer);
    press = undefined;
  }
}

/**
 * The list of scenes: select, reorder, duplicate, remove and add. A drag begins after 5 px by mouse, after 150 ms by
 * touch, and with Space on the keyboard.
 */
export function SceneColumn() {
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
            <ol className="scroll scene-cards" aria-label="Scenes" ref={drop.innerRef} {...drop.droppableProps}>
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

/** Start of each scene as m:ss; empty for a single scene. */
export function startLabels(project: Project): string[] {
  return project.scenes.length > 1 ? sceneStarts(project).map(clockTime) : [];
}

/** Route scenes: the list of scenes where there is no room for it next to the canvas. */
export function Scenes() {
  return (
    <div className="scene-sheet">
      <SceneColumn />
    </div>
  );
}
