import { keyframesOf } from '../kinds/families.ts';
import { type Box, layerBox, type Size } from '../layout/box.ts';
import { canvasSize } from '../layout/canvasSize.ts';
import { keyedBox, movedPoint, transformOf } from '../layout/layerTransform.ts';
import { centerOf } from '../layout/point.ts';
import { keyedAt } from '../motion/keyed.ts';
import { withKeyframes } from '../motion/withKeyframes.ts';
import { allLayers } from '../project/allLayers.ts';
import { keyedPlaces } from '../project/keyedFields.ts';
import type { Keyframe } from '../project/keyframes.ts';
import type { Layer } from '../project/layers.ts';
import type { Project } from '../project/project.ts';
import { findLayer, withLayers } from './find.ts';
import { positionOf, printPercent } from './percent.ts';

const lengths = [
  ['x', 'width'],
  ['y', 'height'],
  ['width', 'width'],
  ['height', 'height'],
] as const;

/** Keeps a layer's keyframes at their position in pixels when the canvas grows or shrinks at its sides. */
export function withKeyframesOnCanvas<L extends Layer>(
  layer: L,
  { before, after, left, top }: { before: Size; after: Size; left: number; top: number },
): L {
  const margins = { x: left, y: top, width: 0, height: 0 };
  return withEach(layer, (keyframe) => {
    const moved = lengths.map(([field, side]) => {
      const place = keyframe[field];
      if (place === undefined) return [field, undefined];
      const pixels = (Number.parseFloat(place) / 100) * before[side] + margins[field];
      return [field, printPercent((100 * pixels) / after[side])];
    });
    return withoutAbsent({ ...keyframe, ...Object.fromEntries(moved) });
  });
}

/**
 * After an edit that changed layers' positions for all of their time: adapts their keyframes, so that content is not
 * stretched more than before. Layers whose keyframes changed too stay.
 */
export function withFollowingKeyframes(before: Project, after: Project): Project {
  const [was, is] = [canvasSize(before), canvasSize(after)];
  if (before === after || was.width !== is.width || was.height !== is.height) return after;
  const ids = allLayers(after).flatMap((layer) => (keyframesOf(layer).length > 0 ? layer.id : []));
  if (ids.length === 0) return after;
  return withLayers(after, ids, (layer) => {
    const former = findLayer(before, layer.id)?.layer;
    const isMoved = former && former.position !== layer.position && keyframesOf(former) === keyframesOf(layer);
    if (!isMoved) return layer;
    const [from, to] = [layerBox(former, was), layerBox(layer, is)];
    const isSame = keyedPlaces.every((field) => from[field] === to[field]);
    return isSame ? layer : withKeyframes(layer, followed(keyframesOf(layer), from, to, is));
  });
}

/** Maps keyframes from one box to another. */
function followed(keyframes: readonly Keyframe[], from: Box, to: Box, canvas: Size): Keyframe[] {
  const [start, end] = [centerOf(from), centerOf(to)];
  return keyframes.map((keyframe) => {
    const { opacity: _, ...keyed } = keyedAt(keyframes, keyframe.time);
    const move = { away: { x: 0, y: 0 }, scale: 1, keyed };
    const moved = transformOf(move, from, canvas);
    const center = centerOf(keyedBox(from, keyed, canvas));
    const off = movedPoint(moved, { x: end.x - start.x, y: end.y - start.y }, from);
    const [width, height] = [to.width * moved.scaleX, to.height * moved.scaleY];
    const box = { x: center.x + off.x - width / 2, y: center.y + off.y - height / 2, width, height };
    const place = positionOf({ ...box, rotation: moved.rotation + to.rotation - from.rotation }, canvas);
    const own = Object.entries(place).filter(([field]) => keyframe[field as keyof Keyframe] !== undefined);
    return { ...keyframe, ...Object.fromEntries(own) };
  });
}

function withEach<L extends Layer>(layer: L, change: (keyframe: Keyframe) => Keyframe): L {
  const keyframes = keyframesOf(layer);
  return keyframes.length === 0 ? layer : withKeyframes(layer, keyframes.map(change));
}

/** Removes undefined fields of a keyframe. */
function withoutAbsent(keyframe: { [F in keyof Keyframe]: Keyframe[F] | undefined }): Keyframe {
  return Object.fromEntries(Object.entries(keyframe).filter(([, value]) => value !== undefined)) as unknown as Keyframe;
}
