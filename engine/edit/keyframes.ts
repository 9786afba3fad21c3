import { isSound, keyframesOf } from '../kinds/families.ts';
import { keyedAt } from '../motion/keyed.ts';
import { clampKeyframeTime, formatKeyframeValue, isFarEnoughAfter, keyframeAt } from '../motion/keyframeTimes.ts';
import { withKeyframes } from '../motion/withKeyframes.ts';
import { type KeyedField, keyedFields, keyedPlaces } from '../project/keyedFields.ts';
import type { EasingName, Keyframe } from '../project/keyframes.ts';
import type { Layer, Position } from '../project/layers.ts';
import { MAX_KEYFRAMES, MIN_KEYFRAME_SECONDS } from '../project/limits.ts';
import type { Project } from '../project/project.ts';
import { toMilliseconds } from '../project/roundTime.ts';
import { withSceneLength } from './animate.ts';
import { findLayer, withLayer } from './find.ts';
import { shownPosition } from './percent.ts';
import { withOutputKind } from './still.ts';

/** A keyframe this close to a moment counts as being there, in seconds: half a frame at 30 fps. */
const NEAR = 1 / 60;
/** Default easing of a first keyframe. */
const USUAL_EASING: EasingName = 'ease-in-out';

/** Values for a keyframe: percent of the canvas, degrees, and opacity 0 to 1. */
export type KeyframeChange = Partial<Record<KeyedField, number>>;

/** Returns the position of a layer at a moment, with keyframes applied. @param time seconds since its start. */
export function positionAt(project: Project, layer: Layer, time: number): Position {
  const position = shownPosition(project, layer);
  const { opacity: _, ...keyed } = keyedAt(keyframesOf(layer), time);
  const formatted = Object.entries(keyed).map(([field, value]) => [
    field,
    formatKeyframeValue(field as KeyedField, value),
  ]);
  return formatted.length > 0 ? { ...position, ...Object.fromEntries(formatted) } : position;
}

/** Returns the index of the keyframe at a moment; -1 for none. @param time seconds since the layer's start. */
export function keyframeNear(layer: Layer, time: number): number {
  return keyframesOf(layer).findIndex((keyframe) => Math.abs(keyframe.time - time) < NEAR);
}

/**
 * Adds a keyframe with the current values at a moment, so that later edits apply there only. Does nothing if there is
 * one.
 */
export function addKeyframe(project: Project, layerId: string, time: number): Project {
  const layer = findLayer(project, layerId)?.layer;
  return layer && keyframeNear(layer, time) < 0 ? setKeyframe(project, layerId, time, {}) : project;
}

/**
 * Sets position or opacity of a layer at a moment: changes the keyframe there, or adds one. A scene without a length
 * becomes a video of 5 s. Does nothing for audio, or if there are already 200 keyframes.
 * @param at seconds since the layer's start. @param change absent values keep their state of that moment.
 */
export function setKeyframe(project: Project, layerId: string, at: number, change: KeyframeChange): Project {
  const found = findLayer(project, layerId);
  if (!found || isSound(found.layer) || !Number.isFinite(at)) return project;
  const time = clampKeyframeTime(at);
  const { layer } = found;
  const whole = complete(project, layer);
  const near = keyframeNear(layer, time);
  if (near < 0 && whole.length >= MAX_KEYFRAMES) return project;
  const formatted = keyedFields.flatMap((field) => {
    const value = change[field];
    return value === undefined || !Number.isFinite(value)
      ? []
      : [[field, formatKeyframeValue(field, bounded(field, value))]];
  });
  const made = { ...(whole[near] ?? newKeyframe(project, layer, time)), ...Object.fromEntries(formatted) };
  const next = near < 0 ? inOrder([...whole, made]) : whole.with(near, made);
  if (JSON.stringify(next) === JSON.stringify(keyframesOf(layer))) return project;
  return withKeyframesOf(withSceneLength(project, found.scene), layerId, next);
}

/** How long a zoom takes to come close, and to go back, in seconds. */
const ZOOM_EASE = 0.5;
/** How many times as large a zoom shows a layer. */
const ZOOM = 2;

/**
 * Shows a layer twice as large around its center for a span, by four keyframes: it comes close within 0.5 s, or a third
 * of a short span, and goes back as fast. Does nothing for audio. @param from @param to seconds since the layer's start.
 */
export function zoomIn(project: Project, layerId: string, from: number, to: number): Project {
  const layer = findLayer(project, layerId)?.layer;
  const ease = Math.min(ZOOM_EASE, (to - from) / 3);
  if (!layer || isSound(layer) || ease < MIN_KEYFRAME_SECONDS) return project;
  const { x, y, width, height } = positionAt(project, layer, from);
  const [left, top, wide, high] = [x, y, width, height].map(Number.parseFloat) as [number, number, number, number];
  const grown = (ZOOM - 1) / 2;
  const near = { x: left - wide * grown, y: top - high * grown, width: wide * ZOOM, height: high * ZOOM };
  const resting = addKeyframe(addKeyframe(project, layerId, from), layerId, to);
  return setKeyframe(setKeyframe(resting, layerId, from + ease, near), layerId, to - ease, near);
}

/** Sets the easing of a keyframe. */
export function setEasing(project: Project, layerId: string, index: number, easing: EasingName): Project {
  return withLayer(project, layerId, (layer) => {
    const keyframes = keyframesOf(layer);
    const keyframe = keyframes[index];
    if (!keyframe || keyframe.easing === easing) return layer;
    return withKeyframes(layer, keyframes.with(index, { ...keyframe, easing }));
  });
}

/** Moves a keyframe in time, between its neighbors. @param time seconds since the layer's start. */
export function moveKeyframe(project: Project, layerId: string, index: number, time: number): Project {
  return withLayer(project, layerId, (layer) => {
    const keyframes = keyframesOf(layer);
    const keyframe = keyframes[index];
    if (!keyframe || !Number.isFinite(time)) return layer;
    const [before, after] = [keyframes[index - 1]?.time, keyframes[index + 1]?.time];
    const least = before === undefined ? Number.NEGATIVE_INFINITY : before + MIN_KEYFRAME_SECONDS;
    const most = after === undefined ? Number.POSITIVE_INFINITY : after - MIN_KEYFRAME_SECONDS;
    const next = clampKeyframeTime(Math.max(least, Math.min(most, toMilliseconds(time))));
    const fits = isFarEnoughAfter(before, next) && (after === undefined || isFarEnoughAfter(next, after));
    return next === keyframe.time || !fits
      ? layer
      : withKeyframes(layer, keyframes.with(index, { ...keyframe, time: next }));
  });
}

/** Removes a keyframe. After the last one, the layer keeps its position. */
export function removeKeyframe(project: Project, layerId: string, index: number): Project {
  const found = findLayer(project, layerId);
  const keyframes = found ? keyframesOf(found.layer) : [];
  const keyframe = keyframes[index];
  if (!found || !keyframe) return project;
  if (keyframes.length === 1) return clearKeyframes(project, layerId, keyframe.time);
  return withKeyframesOf(project, layerId, keyframes.toSpliced(index, 1));
}

/** Removes all keyframes; the layer keeps its position of a moment. @param time seconds since the layer's start. */
export function clearKeyframes(project: Project, layerId: string, time: number): Project {
  const layer = findLayer(project, layerId)?.layer;
  if (!layer || keyframesOf(layer).length === 0) return project;
  const position = positionAt(project, layer, time);
  const placed = keyframesOf(layer).some((keyframe) => keyedPlaces.some((field) => keyframe[field] !== undefined));
  const standing = placed ? withLayer(project, layerId, () => ({ ...layer, position })) : project;
  return withKeyframesOf(standing, layerId, []);
}

function withKeyframesOf(project: Project, layerId: string, keyframes: readonly Keyframe[]): Project {
  const next = withLayer(project, layerId, (layer) => withKeyframes(layer, keyframes));
  return withOutputKind(project, next);
}

/** Returns a keyframe with all values of a moment and the easing of the segment that it lies in. */
function newKeyframe(project: Project, layer: Layer, time: number): Keyframe {
  const keyframes = keyframesOf(layer);
  const { x, y, width, height, rotation } = positionAt(project, layer, time);
  const { opacity = 1 } = keyedAt(keyframes, time);
  const easing = keyframes.length > 0 ? keyframeAt(keyframes, time, time).easing : USUAL_EASING;
  return {
    ...{ x, y, width, height, rotation, opacity, easing },
    time: clampKeyframeTime(toMilliseconds(time)),
  };
}

/**
 * Returns a layer's keyframes with all fields set. Otherwise, a field that a new keyframe sets for the first time would
 * apply to the whole time. Filling in the fields changes nothing visible.
 */
function complete(project: Project, layer: Layer): Keyframe[] {
  return keyframesOf(layer).map((keyframe) => {
    if (keyedFields.every((field) => keyframe[field] !== undefined)) return keyframe;
    const { easing: _, ...all } = newKeyframe(project, layer, keyframe.time);
    return { ...all, ...keyframe };
  });
}

function inOrder(keyframes: readonly Keyframe[]): Keyframe[] {
  return keyframes.toSorted((a, b) => a.time - b.time);
}

function bounded(field: KeyedField, value: number): number {
  if (field === 'opacity') return Math.min(1, Math.max(0, value));
  return field === 'width' || field === 'height' ? Math.max(0, value) : value;
}
