import { cueChanges } from '../../../engine/kinds/cueStates.ts';
import { isAnimated, isKeyed, keyframesOf } from '../../../engine/kinds/families.ts';
import { layerBox, type Size } from '../../../engine/layout/box.ts';
import { resolutionFactor } from '../../../engine/layout/layerTransform.ts';
import { type LayerState, layerStateAt } from '../../../engine/motion/layerState.ts';
import type { Layer } from '../../../engine/project/layers.ts';
import {
  FRAME_ROUNDING,
  type FrameWindow,
  fpsOf,
  type Rate,
  type SceneFrames,
} from '../../../engine/timeline/frameRate.ts';
import type { LayerSpan, SceneSpan } from '../../../engine/timeline/spans.ts';

/** Consecutive frames in which a layer stands still, or moves. */
export interface Piece {
  /** In frames of its scene. */
  window: FrameWindow;
  /** State of the layer at each frame. */
  states: readonly LayerState[];
  isOnItsWay: boolean;
}

/** Sets a layer's own end if its exit animation depends on it. */
export function withOwnEnd<L extends Layer>(layer: L, { end }: LayerSpan, scene: SceneSpan): L {
  return isAnimated(layer) ? { ...layer, to: Math.round((end - scene.start) * 1e6) / 1e6 } : layer;
}

/** Splits a layer's frames: enter, stand, exit; with keyframes, one piece for each mode of movement. */
export function piecesOf(
  { layer, start, end }: LayerSpan,
  rate: Rate,
  time: SceneFrames,
  { from, to }: FrameWindow,
  canvas: Size,
): Piece[] {
  const since = Array.from({ length: to - from }, (_, i) => Math.max(0, (time.start + from + i) / fpsOf(rate) - start));
  const states = since.map((seconds) => layerStateAt(layer, seconds, end - start));
  const ways = isKeyed(layer)
    ? waysOf(layer, states, since, canvas)
    : states.map(({ move }) => String(move !== undefined));
  const pieces: (Piece & { states: LayerState[] })[] = [];
  for (const [i, state] of states.entries()) {
    const last = pieces.at(-1);
    if (last && ways[i] === ways[i - 1]) {
      last.states.push(state);
      last.window.to = from + i + 1;
    } else
      pieces.push({
        window: { from: from + i, to: from + i + 1 },
        states: [state],
        isOnItsWay: state.move !== undefined,
      });
  }
  return pieces;
}

/** Minimum number of still frames for a separate piece. */
const minStillFrames = 12;
/** Maximum number of keyframes per piece, to bound the length of ffmpeg's arguments. */
const mostKeyframes = 8;

/** Names the mode of a keyed layer at each frame: whether it rests, its scale, and its group of keyframes. */
function waysOf(layer: Layer, states: readonly LayerState[], since: readonly number[], canvas: Size): string[] {
  const box = layerBox(layer, canvas);
  const looks = states.map((state) => JSON.stringify({ ...state, time: 0 }));
  const begins = looks.map((look, i) => (i > 0 && look === looks[i - 1] ? i - 1 : i));
  for (const [i, before] of begins.entries()) if (before < i) begins[i] = begins[before] as number;
  const counts = new Map<number, number>();
  for (const begin of begins) counts.set(begin, (counts.get(begin) ?? 0) + 1);
  const times = keyframesOf(layer).map((keyframe) => keyframe.time);
  return states.map(({ move }, i) => {
    const begin = begins[i] as number;
    if ((counts.get(begin) as number) >= minStillFrames) return `held ${begin}`;
    const passed = times.filter((at) => at <= (since[i] as number)).length;
    return `${move ? resolutionFactor(move, box, canvas) : 1} ${Math.floor(passed / mostKeyframes)}`;
  });
}

/** Returns the frames at which the look of a piece changes, except its first. */
export function changesIn({ window, states }: Piece): number[] {
  const looks = states.map(({ time: _, ...look }) => JSON.stringify(look));
  return looks.flatMap((look, i) => (i === 0 || look === looks[i - 1] ? [] : [window.from + i]));
}

/** Returns the frames of a scene at which a layer with few looks, such as subtitles, changes. */
export function changedFrames(
  { layer, start }: LayerSpan,
  rate: Rate,
  time: SceneFrames,
  { from, to }: FrameWindow,
): number[] {
  const frames = cueChanges(layer).map((at) => Math.ceil((start + at) * fpsOf(rate) - FRAME_ROUNDING) - time.start);
  return [...new Set(frames)].filter((frame) => frame > from && frame < to);
}
