import type { StageLayer } from '../../../engine/browser/gestures/gestureHost.ts';
import { isPlacedByKeyframes } from '../../../engine/edit/editAt.ts';
import { isPicture, keyframesOf } from '../../../engine/kinds/families.ts';
import { kindOf } from '../../../engine/kinds/index.ts';
import { isLine } from '../../../engine/kinds/shape.ts';
import { type Box, layerBox, type Size } from '../../../engine/layout/box.ts';
import { keyedBox } from '../../../engine/layout/moved.ts';
import { keyedAt } from '../../../engine/motion/keyed.ts';
import { shapeReach } from '../../../engine/painters/shape.ts';
import type { Layer } from '../../../engine/project/layers.ts';

/** A layer with its place on the stage. */
export interface ShownLayer extends StageLayer {
  layer: Layer;
}

/**
 * The layers of a scene as gestures and outlines see them, front to back; sound has no place on the stage.
 * @param canvas pixels. @param fileBoxes see liveStage.ts. @param momentOf seconds since a layer is there; of one that keyframes move.
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
      if (!isPlacedByKeyframes(layer)) return shownLayer(layer, box);
      const keyed = keyedBox(box, keyedAt(keyframesOf(layer), momentOf(layer)), canvas);
      // Its picture is moved: pulled by a side it would be stretched.
      return { ...shownLayer(layer, keyed), lockAspectRatio: true };
    });
}

/**
 * The layers of a scene that are on the stage at the moment that is shown: those that are seen then, and what is
 * selected, whose outlines stay. @param seen ids of what is seen; undefined: nothing is known of it, so all are.
 */
export function onStage(
  layers: readonly Layer[],
  seen: ReadonlySet<string> | undefined,
  selectedIds: readonly string[],
): readonly Layer[] {
  const selected = new Set(selectedIds);
  return layers.filter(({ id, isHidden }) => (seen ? seen.has(id) : !isHidden) || selected.has(id));
}

/** Whether only the file itself can tell where a layer stands. */
export function isPlacedByFile(layer: Layer): boolean {
  return isPicture(layer) && !layer.position && !(layer.width && layer.height);
}

function boxOf(layer: Layer, canvas: Size, fileBoxes: Readonly<Record<string, Box>>): Box {
  return (isPlacedByFile(layer) && fileBoxes[layer.id]) || layerBox(layer, canvas);
}

function shownLayer(layer: Layer, box: Box): ShownLayer {
  const { id, lockAspectRatio, isLocked = false } = layer;
  // A line's box is as high as its handles were pulled; what can be hit is the line.
  const reach = isLine(layer) ? shapeReach(layer, box) : undefined;
  return {
    id,
    layer,
    box,
    lockAspectRatio,
    isLocked,
    canRotate: kindOf(layer).canRotate,
    ...(reach ? { hitBox: reach } : {}),
  };
}
