import type { AnimationState } from '../kinds/animation.ts';
import { animationsOf, keyframesOf } from '../kinds/families.ts';
import { kindOf } from '../kinds/index.ts';
import type { View } from '../kinds/pictureMotion.ts';
import type { LayerAnimation } from '../project/layerMotion.ts';
import type { Layer } from '../project/layers.ts';
import type { Entrance } from './entrance.ts';
import { entrances } from './index.ts';
import { type Keyed, keyedAt } from './keyed.ts';

/** Transform of a layer relative to its place. The layer is painted in place, then moved as an image. */
export interface Move {
  /** See Entrance. */
  away: { x: number; y: number };
  scale: number;
  seen?: View;
  /** Position from keyframes, to which the other values are relative. Absent: the layer's own. */
  keyed?: Keyed;
}

/** Appearance and transform of a layer at one moment. */
export interface LayerState extends AnimationState {
  /** Absent: in place and fully visible. */
  move?: Move;
}

/** Tolerance of the share at which a layer counts as in place. */
const ROUNDING = 1e-6;

/**
 * Returns a layer's state at a moment: its kind's state, its keyframes, and its enter or exit animation.
 * @param time seconds since its start. @param length of its span in seconds; 0 (not known yet): no enter or exit
 * animation.
 */
export function layerStateAt(layer: Layer, time: number, length: number): LayerState {
  const state = keyedState(kindOf(layer).stateAt(layer, time), layer, time);
  const entrance = entranceOf(layer, time, length);
  if (!entrance) return state;
  const { opacity = 1, shown = 1, away = inPlace, scale = 1, seen } = entrance;
  return {
    ...state,
    opacity: state.opacity * opacity,
    shown: Math.min(state.shown, shown),
    move: { ...state.move, away, scale, ...(seen ? { seen } : {}) },
  };
}

/**
 * Returns a layer's state in a paused editor: after its animations, at its keyframe position. @param time seconds since
 * its start.
 */
export function restingStateAt(layer: Layer, time: number): LayerState {
  return keyedState(kindOf(layer).restingState(layer, time), layer, time);
}

function keyedState(state: AnimationState, layer: Layer, time: number): LayerState {
  const keyframes = keyframesOf(layer);
  if (keyframes.length === 0) return state;
  const { opacity = 1, ...keyed } = keyedAt(keyframes, time);
  return { ...state, opacity: state.opacity * opacity, move: { away: inPlace, scale: 1, keyed } };
}

const inPlace = { x: 0, y: 0 };

/** Returns the state of the enter or exit animation; undefined while none is in progress. */
function entranceOf(layer: Layer, time: number, length: number): Entrance | undefined {
  const { animateIn, animateOut } = animationsOf(layer);
  if (!(animateIn || animateOut) || !(length > 0)) return undefined;
  const pace = animationSpeedup(layer, length);
  return (
    lookAt(animateIn, (animateIn?.at ?? 0) + time * pace) ??
    lookAt(animateOut, (animateOut?.after ?? 0) + (length - time) * pace)
  );
}

function lookAt(animation: LayerAnimation | undefined, done: number): Entrance | undefined {
  if (!animation) return undefined;
  const share = Math.max(0, done / animation.duration);
  return share < 1 - ROUNDING ? entrances[animation.type](share, animation.side ?? 'left') : undefined;
}

/** Returns the speedup of enter and exit animations, at least 1, if they do not both fit into the layer's span. */
export function animationSpeedup(layer: Layer, length: number): number {
  const { animateIn, animateOut } = animationsOf(layer);
  return Math.max(1, (secondsWithin(animateIn) + secondsWithin(animateOut)) / length);
}

/** Returns the part of an animation within its layer's span, in seconds. */
function secondsWithin(animation: LayerAnimation | undefined): number {
  return animation ? Math.max(0, animation.duration - (animation.at ?? 0) - (animation.after ?? 0)) : 0;
}
