import { type KeyboardEvent, type PointerEvent, useMemo } from 'react';
import { useSnapshot } from 'valtio';
import { canvasSize } from '../../../engine/layout/canvasSize.ts';
import { fieldsOf } from '../../../engine/tools/field.ts';
import type { Tool } from '../../../engine/tools/tool.ts';
import { endStep, setField } from '../drafts.ts';
import type { PanelProps } from '../toolPanel.ts';
import { CanvasText, layerIfFilled, textLayerOf } from '../writing/CanvasText.tsx';
import { dragOver } from './dragOver.ts';
import { moveObject, objectsOf, selection, setObject, type TextObject } from './textObjects.ts';
import '../toolPanels.css';

/** Texts of a text video, edited in place. Those with their own position can be dragged. */
export function TextsOnPicture(props: PanelProps) {
  const { draft } = props;
  return (
    <>
      <MainText {...props} />
      {objectsOf(draft).map((object, index) => (
        <ObjectText key={object.id} {...props} object={object} layerId={`object-${index + 1}`} />
      ))}
    </>
  );
}

function MainText({ tool, draft, project, player }: PanelProps) {
  const usual = fieldsOf(tool.settings).find(({ name }) => name === 'animationText')?.default;
  const text = String(draft.settings.animationText ?? usual ?? '');
  const found = textLayerOf(project, 'text');
  const empty = useMemo(
    () => (found ? undefined : layerIfFilled(tool, draft, 'text', { animationText: 'x' })),
    [found, tool, draft],
  );
  const layer = found ?? empty;
  if (!layer) return null;
  return (
    <CanvasText
      layer={{ ...layer, text }}
      {...{ text }}
      label="Text on the image"
      canvas={canvasSize(project)}
      ground={project.scenes[0]?.background ?? '#000000'}
      onWrite={(value) => setField(tool, 'animationText', value)}
      onFocus={(isWritten) => {
        player.pause();
        player.hide(isWritten ? 'text' : undefined);
        if (!isWritten) endStep();
      }}
    />
  );
}

function ObjectText(props: PanelProps & { object: TextObject; layerId: string }) {
  const { tool, draft, project, player, object, layerId } = props;
  const { id, text } = object;
  const isSelected = useSnapshot(selection).id === id;
  const found = text.trim() === '' ? undefined : textLayerOf(project, layerId);
  const empty = useMemo(() => {
    const written = objectsOf(draft).map((one) => (one.id === id ? { ...one, text: 'x' } : one));
    return found ? undefined : layerIfFilled(tool, draft, layerId, { textObjects: written });
  }, [found, tool, draft, id, layerId]);
  const layer = found ?? empty;
  if (!layer) return null;
  return (
    <CanvasText
      className={isSelected ? 'is-dragged is-selected' : 'is-dragged'}
      layer={{ ...layer, text }}
      text={text}
      label={text.trim() === '' ? 'Empty text on the image' : `Text “${text}” on the image`}
      hint="Drag to move, or press Alt and an arrow key"
      canvas={canvasSize(project)}
      ground={project.scenes[0]?.background ?? '#000000'}
      onWrite={(value) => setObject(tool, id, { text: value }, 'text')}
      onFocus={(isWritten) => {
        if (isWritten) selection.id = id;
        player.pause();
        player.hide(isWritten ? layerId : undefined);
        if (!isWritten) endStep();
      }}
      onPress={(event, begin) => drag(tool, object, event, begin)}
      onKeyDown={(event) => moveByKey(tool, object, event)}
    />
  );
}

/** Selects a text on press. Moving drags it; a click starts editing. */
function drag(tool: Tool, object: TextObject, event: PointerEvent<HTMLElement>, begin: () => void): void {
  const sheet = event.currentTarget.closest('.tool-sheet');
  if (!sheet) return;
  selection.id = object.id;
  dragOver(event, sheet, {
    onMove: (dx, dy) => moveObject(tool, object, dx, dy),
    onEnd: endStep,
    onClick: begin,
    onCancel: () => {
      moveObject(tool, object, 0, 0);
      endStep();
    },
  });
}

/** Step of an arrow key, in percent of the frame. */
const STEP = { fine: 1, coarse: 5 };

function moveByKey(tool: Tool, object: TextObject, event: KeyboardEvent): void {
  const ways: Record<string, [number, number]> = {
    arrowleft: [-1, 0],
    arrowright: [1, 0],
    arrowup: [0, -1],
    arrowdown: [0, 1],
  };
  const way = event.altKey ? ways[event.key.toLowerCase()] : undefined;
  if (!way) return;
  event.preventDefault();
  const by = event.shiftKey ? STEP.coarse : STEP.fine;
  moveObject(tool, object, way[0] * by, way[1] * by);
}
