import { kindOf } from '../../../engine/kinds/index.ts';
import { layerBox, type Size } from '../../../engine/layout/box.ts';
import { resolutionFactor } from '../../../engine/layout/layerTransform.ts';
import { centerOf, rotatedAround } from '../../../engine/layout/point.ts';
import { withoutAnimations } from '../../../engine/motion/layerAnimations.ts';
import type { LayerState } from '../../../engine/motion/layerState.ts';
import { withKeyframes } from '../../../engine/motion/withKeyframes.ts';
import { paintedBounds } from '../../../engine/painters/index.ts';
import type { Layer } from '../../../engine/project/layers.ts';
import { fpsOf, type Rate, type SceneFrames } from '../../../engine/timeline/frameRate.ts';
import type { LayerSpan } from '../../../engine/timeline/spans.ts';
import type { Piece } from './pieces.ts';
import type { Bitmap, MovedBitmap } from './plan.ts';
import { reachOf, trackOf } from './track.ts';

/** Shorter pieces are painted frame by frame. */
const leastFrames = 3;
/** Larger images, in canvas areas, are painted frame by frame, cut to the visible part. */
const mostAreas = 6;

/**
 * Plans a layer whose image stays the same while keyframes move it: painted once, upright and at its largest size, then
 * moved by ffmpeg.
 * @returns undefined if its look changes or it does not move.
 */
export function movedBitmap(
  layer: Layer,
  span: LayerSpan,
  { window, states }: Piece,
  { rate, time, canvas }: { rate: Rate; time: SceneFrames; canvas: Size },
): (Omit<Bitmap, 'id'> & { moved: MovedBitmap }) | undefined {
  const [first] = states;
  const { move } = first ?? {};
  const begins = Math.max(0, (time.start + window.from) / fpsOf(rate) - span.start);
  if (!first || !move?.keyed || states.length < leastFrames || !staysSame(states)) return undefined;
  if (!isAllThere(layer, begins, states.length, rate) || states.every((state) => isSame(state, first)))
    return undefined;
  const box = layerBox(layer, canvas);
  const fineness = resolutionFactor(move, box, canvas);
  const reach = paintedBounds(layer, { ...box, rotation: 0 });
  const [x, y] = [Math.floor(reach.x), Math.floor(reach.y)];
  const even = (length: number) => 2 * Math.ceil((length * fineness) / 2);
  const size = { width: even(reach.x + reach.width - x), height: even(reach.y + reach.height - y) };
  if (size.width * size.height > mostAreas * canvas.width * canvas.height) return undefined;
  if (size.width === 0 || size.height === 0) return undefined;
  const middle = { x: x + size.width / fineness / 2, y: y + size.height / fineness / 2 };
  const isFixed = 'blendMode' in layer && layer.blendMode !== 'normal';
  const rotated = rotatedAround(middle, centerOf(box), box.rotation);
  const track = trackOf(states, 0, { box, middle: rotated, size, canvas, isFixed, fineness });
  if (!track.path) return undefined;
  return {
    ...{ x, y, ...size, layers: [uprightOf(layer)], times: [begins + (layer.from ?? 0)], loops: false },
    moved: { fineness, track, bounds: reachOf(track.path, states.length) },
  };
}

/** Whether a layer keeps its look, apart from position and opacity. */
function staysSame(states: readonly LayerState[]): boolean {
  const looks = states.map(({ move: _, opacity: __, ...look }) => JSON.stringify(look));
  return looks.every((look) => look === looks[0]);
}

function isSame(a: LayerState, b: LayerState): boolean {
  return JSON.stringify(a) === JSON.stringify(b);
}

/** Whether a layer's own animation keeps it fully opaque. @param begins seconds since the layer's start. */
function isAllThere(layer: Layer, begins: number, frames: number, rate: Rate): boolean {
  const times = Array.from({ length: frames }, (_, i) => begins + i / fpsOf(rate));
  return times.every((seconds) => kindOf(layer).stateAt(layer, seconds).opacity === 1);
}

/** The layer unrotated and without animations. */
function uprightOf(layer: Layer): Layer {
  const standing = withoutAnimations(withKeyframes(layer, []));
  return standing.position ? { ...standing, position: { ...standing.position, rotation: 0 } } : standing;
}
