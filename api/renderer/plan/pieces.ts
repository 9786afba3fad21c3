import { cueChanges } from '../../../engine/kinds/cueStates.ts';
import { isAnimated } from '../../../engine/kinds/families.ts';
import { type LayerState, layerStateAt } from '../../../engine/motion/layerState.ts';
import type { Layer } from '../../../engine/project/layers.ts';
import {
  FRAME_ROUNDING,
  type FrameWindow,
  perSecond,
  type Rate,
  type SceneFrames,
} from '../../../engine/timeline/frameRate.ts';
import type { LayerSpan, SceneSpan } from '../../../engine/timeline/spans.ts';

/** Some frames of a layer in which it stands in its place, or is on its way at each of them. */
export interface Piece {
  /** Frames of its scene. */
  window: FrameWindow;
  /** How it looks at each of them. */
  states: readonly LayerState[];
  isOnItsWay: boolean;
}

/** A layer that says when it ends, where that decides on how it comes and goes. */
export function withOwnEnd<L extends Layer>(layer: L, { end }: LayerSpan, scene: SceneSpan): L {
  return isAnimated(layer) ? { ...layer, to: Math.round((end - scene.start) * 1e6) / 1e6 } : layer;
}

/** The pieces of a layer in order: it comes, stands, and goes. */
export function piecesOf(
  { layer, start, end }: LayerSpan,
  rate: Rate,
  time: SceneFrames,
  { from, to }: FrameWindow,
): Piece[] {
  const pieces: (Piece & { states: LayerState[] })[] = [];
  for (let frame = from; frame < to; frame += 1) {
    const since = Math.max(0, (time.start + frame) / perSecond(rate) - start);
    const state = layerStateAt(layer, since, end - start);
    const isOnItsWay = state.move !== undefined;
    const last = pieces.at(-1);
    if (last?.isOnItsWay === isOnItsWay) {
      last.states.push(state);
      last.window.to = frame + 1;
    } else pieces.push({ window: { from: frame, to: frame + 1 }, states: [state], isOnItsWay });
  }
  return pieces;
}

/** The frames of a piece from which on it has another look than before, the first aside. */
export function changesIn({ window, states }: Piece): number[] {
  const looks = states.map(({ time: _, ...look }) => JSON.stringify(look));
  return looks.flatMap((look, i) => (i === 0 || look === looks[i - 1] ? [] : [window.from + i]));
}

/** The frames of its scene from which on a layer that has few looks, as subtitles do, has another one. */
export function changedFrames(
  { layer, start }: LayerSpan,
  rate: Rate,
  time: SceneFrames,
  { from, to }: FrameWindow,
): number[] {
  const frames = cueChanges(layer).map((at) => Math.ceil((start + at) * perSecond(rate) - FRAME_ROUNDING) - time.start);
  return [...new Set(frames)].filter((frame) => frame > from && frame < to);
}
