import { kindOf } from '../kinds/index.ts';
import { type Box, layerBox, type Size } from '../layout/box.ts';
import { canvasSize } from '../layout/canvasSize.ts';
import { resizeBox } from '../layout/handles.ts';
import { rotated } from '../layout/point.ts';
import { normalRotation } from '../layout/rotation.ts';
import type { Layer } from '../project/layers.ts';
import type { Project } from '../project/project.ts';
import { withLayer } from './find.ts';
import { withFollowingKeyframes } from './keyframePlaces.ts';
import { positionOf, shownPosition } from './percent.ts';

/**
 * Resizes a layer by its right or lower edge; the upper left corner stays, also of a rotated layer. Keeps a locked
 * ratio; no side becomes shorter than 15 pixels.
 * @param dx, dy growth in percent of the canvas, negative to shrink; one of them is 0.
 */
export function growLayer(project: Project, layerId: string, dx: number, dy: number): Project {
  const canvas = canvasSize(project);
  return withLayer(project, layerId, (layer) => {
    if (layer.isLocked) return layer;
    const position = shownPosition(project, layer);
    const box = layerBox({ ...layer, position }, canvas);
    const keepRatio = layer.lockAspectRatio && box.width > 0 && box.height > 0;
    const wider = (dx * canvas.width) / 100;
    const higher = (dy * canvas.height) / 100;
    // With a locked ratio the corner moves along the diagonal.
    const way = keepRatio
      ? { x: wider + (higher * box.width) / box.height, y: higher + (wider * box.height) / box.width }
      : { x: wider, y: higher };
    const handle = keepRatio ? 'se' : dx !== 0 ? 'e' : 's';
    const grown = resizeBox(box, handle, rotated(way, box.rotation), { keepRatio });
    return { ...layer, position: { ...position, ...positionOf(grown, canvas) } };
  });
}

/** Rotates a layer around its center. @param degrees clockwise. Placeholders stay upright. */
export function rotateLayer(project: Project, layerId: string, degrees: number): Project {
  return withLayer(project, layerId, (layer) => {
    if (!kindOf(layer).canRotate || layer.isLocked) return layer;
    const position = shownPosition(project, layer);
    return { ...layer, position: { ...position, rotation: normalRotation(position.rotation + degrees) } };
  });
}

/**
 * Makes an image or video cover its box and unlocks the aspect ratio. If it already fills a box of its own ratio, the
 * box grows to the canvas.
 */
export function fillLayer(project: Project, layerId: string): Project {
  const canvas = canvasSize(project);
  const next = withLayer(project, layerId, (layer) => {
    if (!('objectFit' in layer)) return layer;
    const filled = { ...layer, objectFit: 'cover' as const, lockAspectRatio: false };
    if (!fitsItsBox(layer, canvas)) return filled;
    return {
      ...filled,
      position: { ...layer.position, ...positionOf({ x: 0, y: 0, ...canvas, rotation: 0 }, canvas) },
    };
  });
  return withFollowingKeyframes(project, next);
}

/** Returns whether an image fills an upright box of its own ratio, within 0.5 %. */
function fitsItsBox(layer: Layer, canvas: Size): boolean {
  const natural = kindOf(layer).naturalSize(layer);
  if (!('objectFit' in layer) || !natural.width || !natural.height) return false;
  const { width, height, rotation } = layerBox(layer, canvas);
  if (rotation % 360 !== 0) return false;
  const shapes = (width * natural.height) / (height * natural.width);
  return Math.abs(shapes - 1) < 0.005;
}

/**
 * Locks the aspect ratio: the box gets the natural ratio of its image or video, as large as fits into the previous box,
 * around the same center. Called again: unlocks; the box stays.
 */
export function toggleLockAspectRatio(project: Project, layerId: string): Project {
  const canvas = canvasSize(project);
  const next = withLayer(project, layerId, (layer) =>
    layer.lockAspectRatio
      ? { ...layer, lockAspectRatio: false }
      : { ...lockedTo(layer, canvas), lockAspectRatio: true },
  );
  return withFollowingKeyframes(project, next);
}

function lockedTo(layer: Layer, canvas: Size): Layer {
  const natural = kindOf(layer).naturalSize(layer);
  if (!natural.width || !natural.height) return layer;
  const box = layerBox(layer, canvas);
  const scale = Math.min(box.width / natural.width, box.height / natural.height);
  const width = natural.width * scale;
  const height = natural.height * scale;
  const inner: Box = {
    x: box.x + (box.width - width) / 2,
    y: box.y + (box.height - height) / 2,
    width,
    height,
    rotation: box.rotation,
  };
  return { ...layer, position: { ...layer.position, ...positionOf(inner, canvas) } };
}
