import type { AnimationState } from '../kinds/animation.ts';
import { animationsOf, keyframesOf } from '../kinds/families.ts';
import { kindOf } from '../kinds/index.ts';
import type { View } from '../kinds/pictureMotion.ts';
import type { LayerAnimation } from '../project/layerMotion.ts';
import type { Layer } from '../project/layers.ts';
import type { Entrance } from './entrance.ts';
import { entrances } from './index.ts';
import { type Keyed, keyedAt } from './keyed.ts';

/** How a layer stands otherwise than in its place. Its own look is painted as in its place, and then moved as a picture. */
export interface Move {
  /** See Entrance. */
  away: { x: number; y: number };
  scale: number;
  seen?: View;
  /** Where keyframes have it; the others count from there. Absent: nowhere but in its place. */
  keyed?: Keyed;
}

/** How a layer looks at one moment, and where it is. */
export interface LayerState extends AnimationState {
  /** Absent: it stands in its place, all of it. */
  move?: Move;
}

/** Nearer to its place than this share of its way, a layer is in it. */
const ROUNDING = 1e-6;

/**
 * How a layer looks at a moment: what its kind shows then, where its keyframes have it, and how far it has come, or gone.
 * @param time seconds since it came. @param length how long it is there, seconds; where that is not known yet, 0, it neither
 * comes nor goes.
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

/** How a layer looks while an editor rests: as its animation leaves it, all there, where its keyframes have it. @param time seconds since it came. */
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

/** How a layer looks on its way in or out; undefined while it is in its place. */
function entranceOf(layer: Layer, time: number, length: number): Entrance | undefined {
  const { animateIn, animateOut } = animationsOf(layer);
  if (!(animateIn || animateOut) || !(length > 0)) return undefined;
  const pace = paceOf(layer, length);
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

/** How much faster a layer comes and goes than its animations say, 1 at least: there may be too little time for both. */
export function paceOf(layer: Layer, length: number): number {
  const { animateIn, animateOut } = animationsOf(layer);
  return Math.max(1, (secondsWithin(animateIn) + secondsWithin(animateOut)) / length);
}

/** How much of an animation falls within the time of its layer, seconds. */
function secondsWithin(animation: LayerAnimation | undefined): number {
  return animation ? Math.max(0, animation.duration - (animation.at ?? 0) - (animation.after ?? 0)) : 0;
}
