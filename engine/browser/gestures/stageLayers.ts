import { isPlacedByKeyframes } from '../../edit/editAt.ts';
import { cuesAt } from '../../kinds/cueStates.ts';
import { isPicture, keyframesOf } from '../../kinds/families.ts';
import { kindOf } from '../../kinds/index.ts';
import { isLine } from '../../kinds/shape.ts';
import { type Box, layerBox, type Size } from '../../layout/box.ts';
import type { Rect } from '../../layout/fit.ts';
import { keyedBox } from '../../layout/layerTransform.ts';
import { keyedAt } from '../../motion/keyed.ts';
import { shapeReach } from '../../painters/shape.ts';
import { subtitlesReach } from '../../painters/subtitlesReach.ts';
import type { Layer } from '../../project/layers.ts';
import type { StageLayer } from './gestureHost.ts';

/** A layer with its box on the stage. */
export interface ShownLayer extends StageLayer {
  layer: Layer;
}

/**
 * The visible kinds of layers for gestures and outlines, front to back; without audio.
 * @param canvas pixels.
 * @param fileBoxes see liveStage.ts.
 * @param momentOf seconds since a layer's start, for keyframes and subtitles.
 */
export function shownLayers(
  layers: readonly Layer[],
  canvas: Size,
  fileBoxes: Readonly<Record<string, Box>> = {},
  momentOf: (layer: Layer) => number = () => 0,
): ShownLayer[] {
  return layers
    .filter((layer) => kindOf(layer).isSeen)
    .map((layer) => {
      const box = boxOf(layer, canvas, fileBoxes);
      if (!isPlacedByKeyframes(layer)) return shownLayer(layer, box, momentOf);
      const keyed = keyedBox(box, keyedAt(keyframesOf(layer), momentOf(layer)), canvas);
      // Dragging one side would stretch the content.
      return { ...shownLayer(layer, keyed, momentOf), lockAspectRatio: true };
    });
}

/**
 * The layers on the stage at the current time: the visible ones and the selected ones, whose outlines stay.
 * @param seen ids of the visible layers; undefined if unknown, then all that are not hidden.
 */
export function onStage(
  layers: readonly Layer[],
  seen: ReadonlySet<string> | undefined,
  selectedIds: readonly string[],
): readonly Layer[] {
  const selected = new Set(selectedIds);
  return layers.filter(({ id, isHidden }) => (seen ? seen.has(id) : !isHidden) || selected.has(id));
}

/** Whether the box of a layer depends on the dimensions of its file. */
export function isPlacedByFile(layer: Layer): boolean {
  return isPicture(layer) && !layer.position && !(layer.width && layer.height);
}

function boxOf(layer: Layer, canvas: Size, fileBoxes: Readonly<Record<string, Box>>): Box {
  return (isPlacedByFile(layer) && fileBoxes[layer.id]) || layerBox(layer, canvas);
}

function shownLayer(layer: Layer, box: Box, momentOf: (layer: Layer) => number): ShownLayer {
  const { id, lockAspectRatio, isLocked = false } = layer;
  const hitBox = hitBoxOf(layer, box, momentOf);
  return {
    id,
    layer,
    box,
    lockAspectRatio,
    isLocked,
    canRotate: kindOf(layer).canRotate,
    ...(hitBox === undefined ? {} : { hitBox }),
  };
}

/** Returns the hit area of a layer; undefined: its box; null: none. */
function hitBoxOf(layer: Layer, box: Box, momentOf: (layer: Layer) => number): Rect | null | undefined {
  // The box of a line is as high as its handles.
  if (isLine(layer)) return shapeReach(layer, box);
  // The box of subtitles covers most of the canvas, and clicks on it are meant for what is behind.
  if (layer.type === 'subtitles') {
    const cues = cuesAt(layer, momentOf(layer));
    return subtitlesReach({ ...layer, cues: [...cues] }, box) ?? null;
  }
  return undefined;
}
