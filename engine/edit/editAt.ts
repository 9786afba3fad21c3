import { keyframesOf } from '../kinds/families.ts';
import { keyedPlaces } from '../project/keyedFields.ts';
import type { Layer, Position } from '../project/layers.ts';
import type { Project } from '../project/project.ts';
import { findLayer, withLayer, withLayers } from './find.ts';
import { type KeyframeChange, positionAt, setKeyframe } from './keyframes.ts';

/**
 * Applies an edit that moves, resizes or rotates layers at one moment: layers with position keyframes get a keyframe
 * there, others change for all of their time. During the edit each has its position of that moment and a locked aspect
 * ratio, because its content is stretched, not laid out again.
 * @param timeOf seconds since a layer's start.
 */
export function editAt(
  project: Project,
  layerIds: readonly string[],
  timeOf: (layer: Layer) => number,
  edit: (project: Project) => Project,
): Project {
  const keyed = layerIds.filter((id) => isPlacedByKeyframes(findLayer(project, id)?.layer));
  if (keyed.length === 0) return edit(project);
  const shown = withLayers(project, keyed, (layer) => ({
    ...layer,
    position: positionAt(project, layer, timeOf(layer)),
    lockAspectRatio: true,
  }));
  const edited = edit(shown);
  if (edited === shown) return project;
  return keyed.reduce((now, id) => {
    const [before, at, after] = [project, shown, edited].map((one) => findLayer(one, id)?.layer);
    if (!before || !at || !after) return now;
    const { position: _, ...rest } = after;
    const own = before.position ? { position: before.position } : {};
    const { lockAspectRatio } = before;
    const back = withLayer(now, id, () => ({ ...rest, ...own, lockAspectRatio }) as Layer);
    const change = changedPlace(at.position, after.position);
    return change ? setKeyframe(back, id, timeOf(before), change) : back;
  }, edited);
}

/** Returns whether keyframes set a layer's position, not only its opacity. */
export function isPlacedByKeyframes(layer: Layer | undefined): boolean {
  return (
    layer !== undefined &&
    keyframesOf(layer).some((keyframe) => keyedPlaces.some((field) => keyframe[field] !== undefined))
  );
}

function changedPlace(before: Position | undefined, after: Position | undefined): KeyframeChange | undefined {
  if (!before || !after || keyedPlaces.every((field) => before[field] === after[field])) return undefined;
  const { x, y, width, height, rotation } = after;
  const [left, top, wide, high] = [x, y, width, height].map(Number.parseFloat) as [number, number, number, number];
  return { x: left, y: top, width: wide, height: high, rotation };
}
