import { positionOf } from '../../../engine/edit/percent.ts';
import { animationLength, animationLoops } from '../../../engine/kinds/animation.ts';
import { isAnimated, isKeyed, isPicture, isVideo } from '../../../engine/kinds/families.ts';
import { kindOf } from '../../../engine/kinds/index.ts';
import { isText } from '../../../engine/kinds/text.ts';
import { layerBox, type Size } from '../../../engine/layout/box.ts';
import type { Rect } from '../../../engine/layout/fit.ts';
import { keyedBox, transformOf } from '../../../engine/layout/layerTransform.ts';
import { union } from '../../../engine/layout/rect.ts';
import { withoutAnimations } from '../../../engine/motion/layerAnimations.ts';
import type { LayerState } from '../../../engine/motion/layerState.ts';
import { withKeyframes } from '../../../engine/motion/withKeyframes.ts';
import { paintedBounds } from '../../../engine/painters/index.ts';
import { movedBounds } from '../../../engine/painters/paintMoved.ts';
import { castsShadow } from '../../../engine/painters/picture.ts';
import type { ImageLayer, Layer, TextLayer, VideoLayer } from '../../../engine/project/layers.ts';
import {
  FRAME_ROUNDING,
  type FrameWindow,
  fpsOf,
  type Rate,
  type SceneFrames,
  visibleFrames,
} from '../../../engine/timeline/frameRate.ts';
import type { LayerSpan, SceneSpan } from '../../../engine/timeline/spans.ts';
import { movedBitmap } from './movedBitmap.ts';
import { isAnimatedImage, movesWithin } from './movingImages.ts';
import { changedFrames, changesIn, type Piece, piecesOf, withOwnEnd } from './pieces.ts';
import type { Bitmap, Blend } from './plan.ts';
import type { TimedLayer } from './sequence.ts';

/** A video layer, or a span of it. */
export interface ShownVideo {
  span: LayerSpan & { layer: VideoLayer };
  /** All frames of the scene in which the layer is visible. */
  whole: FrameWindow;
  /** For a moving span: its state at each frame. */
  states?: readonly LayerState[];
}

/** How a sequence relates to others. */
interface SequencePlace {
  /** Whether nothing of it is composited after its end. */
  isShort?: boolean;
  /** Whether it holds a travelling layer, whose area no other sequence should share. */
  isAlone?: boolean;
}

/** A preliminary slot: one image, an animated text, a sequence of images that layers share, or a video. */
export type Draft = { bounds: Rect; window: FrameWindow; blend?: Blend } & (
  | { kind: 'still'; background?: string; layers: Layer[] }
  | { kind: 'animated'; layer: TextLayer }
  | { kind: 'moving'; layer: ImageLayer; background?: string }
  | { kind: 'moved'; bitmap: Omit<Bitmap, 'id'> }
  | ({ kind: 'sequence'; layers: TimedLayer[]; pictures: number } & SequencePlace)
  | ({ kind: 'video' } & ShownVideo)
);

/** Context for the drafts of a scene. */
export interface DraftContext {
  rate: Rate;
  /** Frames of the scene. */
  time: SceneFrames;
  canvas: Size;
}

/** Converts a layer to drafts: none if it is never visible, else one or several that do not overlap in order. */
export function draftsOf(span: LayerSpan, scene: SceneSpan, context: DraftContext): Draft[] {
  const { layer } = span;
  const window = visibleFrames(span, scene, context.rate, context.time);
  const box = layerBox(layer, context.canvas);
  // A video in an empty box is invisible, but would become a speck when rounded to even pixels.
  if (!window || (isVideo(layer) && (box.width <= 0 || box.height <= 0))) return [];
  const blend = isPicture(layer) && layer.blendMode !== 'normal' ? { blend: layer.blendMode } : {};
  const drafts =
    isAnimated(layer) || isKeyed(layer)
      ? animatedDrafts({ ...span, layer: withOwnEnd(layer, span, scene) }, window, context)
      : standingDrafts(span, window, context);
  return drafts.map((draft) => ({ ...draft, ...blend }));
}

/** Drafts of a layer that does not move. */
function standingDrafts(span: LayerSpan, window: FrameWindow, context: DraftContext): Draft[] {
  const { layer } = span;
  const bounds = clipToCanvas(paintedBounds(layer, layerBox(layer, context.canvas)), context.canvas);
  if (!bounds) return [];
  const draft = standingDraft(span, bounds, window, context);
  return isVideo(layer) && castsStillShadow(layer) ? [shadowOf(layer, bounds, window, context.time), draft] : [draft];
}

function standingDraft(
  span: LayerSpan,
  bounds: Rect,
  window: FrameWindow,
  { rate, time, canvas }: DraftContext,
): Draft {
  const { layer } = span;
  const place = { bounds, window };
  if (isVideo(layer)) return { ...place, kind: 'video', span: { ...span, layer }, whole: window };
  const isWhole = window.from === 0 && window.to === time.frames;
  const moves = kindOf(layer).isMoving(layer);
  if (isAnimatedImage(layer) && movesWithin(layer, canvas))
    return {
      ...place,
      bounds: layerBox(layer, canvas),
      kind: 'moving',
      layer: cutTo(window, layer, span, { rate, time }),
    };
  if (moves && isText(layer) && (isWhole || animationLoops(layer.animation as NonNullable<TextLayer['animation']>)))
    return { ...place, kind: 'animated', layer };
  if (isWhole && !moves) return { ...place, kind: 'still', layers: [layer] };
  const changes = changedFrames(span, rate, time, window);
  const timed = { layer, window, animatedFrames: moves ? animatedFrames(layer, rate, window) : 0, changes };
  return { ...place, kind: 'sequence', layers: [timed], pictures: 2 + timed.animatedFrames + changes.length };
}

/** Whether a video's shadow is painted once: a keyed video casts a different shadow in every frame. */
function castsStillShadow(layer: VideoLayer): boolean {
  return castsShadow(layer) && !layer.chromaKey;
}

/** Draft of a video's static shadow, below the video: for a video, painters draw only the shadow. */
function shadowOf(layer: VideoLayer, bounds: Rect, window: FrameWindow, { frames }: SceneFrames): Draft {
  if (window.from === 0 && window.to === frames) return { kind: 'still', bounds, window, layers: [layer] };
  const timed = { layer, window, animatedFrames: 0, changes: [] };
  return { kind: 'sequence', bounds, window, layers: [timed], pictures: 2 };
}

/**
 * Drafts of an animated layer. If it changes in place, it becomes one sequence. If it travels, its movement and its
 * rest become separate sequences, so that nothing is composited outside the current area. ffmpeg moves videos.
 */
function animatedDrafts(span: LayerSpan, window: FrameWindow, context: DraftContext): Draft[] {
  const { layer } = span;
  const { rate, time, canvas } = context;
  const pieces = piecesOf(span, rate, time, window, canvas);
  const isMovedInside = isAnimatedImage(layer) && movesWithin(layer, canvas);
  if (!isVideo(layer) && !isMovedInside && !pieces.some(travels)) return sequenceOfPieces(span, pieces, context);
  return pieces.flatMap((piece): Draft[] => {
    const bounds = boundsOn(layer, piece, canvas);
    if (!bounds) return [];
    if (isVideo(layer)) {
      const still = stillVideo(layer, piece, canvas);
      const states = piece.isOnItsWay && !still ? { states: piece.states } : {};
      const part: ShownVideo = { span: { ...span, layer: still ?? layer }, whole: window, ...states };
      const shadow = castsStillShadow(layer) ? sequenceOfPieces(span, [piece], context) : [];
      return [...shadow, { kind: 'video', bounds, window: piece.window, ...part }];
    }
    if (isMovedInside && !piece.isOnItsWay) return [insideDraft(layer, span, piece, context)];
    const bitmap = isKeyed(layer) ? movedBitmap(layer, span, piece, context) : undefined;
    if (bitmap)
      return [
        { kind: 'moved', bounds: clipToCanvas(bitmap.moved.bounds, canvas) ?? bounds, window: piece.window, bitmap },
      ];
    return sequenceOfPieces(span, [piece], context);
  });
}

/** An image that moves in a box that stands still. */
function insideDraft(
  layer: ImageLayer,
  span: LayerSpan,
  { window }: Piece,
  { rate, time, canvas }: DraftContext,
): Draft {
  const standing = withoutAnimations(cutTo(window, layer, span, { rate, time }));
  return { kind: 'moving', bounds: layerBox(layer, canvas), window, layer: standing };
}

/** A panning or zooming image as of the first frame of a window, which may begin a fraction of a frame after the layer. */
function cutTo(
  window: FrameWindow,
  layer: ImageLayer,
  span: LayerSpan,
  { rate, time }: Pick<DraftContext, 'rate' | 'time'>,
): ImageLayer {
  const passed = time.start + window.from - span.start * fpsOf(rate);
  return passed < FRAME_ROUNDING ? layer : kindOf(layer).afterCut(layer, passed / fpsOf(rate));
}

/** Sequence of the distinct looks of a painted layer. */
function sequenceOfPieces(span: LayerSpan, pieces: readonly Piece[], { rate, time, canvas }: DraftContext): Draft[] {
  const { layer } = span;
  const all = pieces.flatMap((piece) => boundsOn(layer, piece, canvas) ?? []);
  const [first, last] = [pieces[0], pieces.at(-1)];
  if (all.length === 0 || !first || !last) return [];
  const window = { from: first.window.from, to: last.window.to };
  const looks = pieces.flatMap((piece) => [piece.window.from, ...changesIn(piece)]);
  const cues = changedFrames(span, rate, time, window);
  const changes = [...new Set([...looks, ...cues])].filter((frame) => frame > window.from);
  const layers = [{ layer, window, animatedFrames: 0, changes }];
  const place = { bounds: all.reduce(union), window, isShort: true, isAlone: pieces.some(travels) };
  return [{ kind: 'sequence', ...place, layers, pictures: 2 + changes.length }];
}

/** Bounds of a layer over some frames, clipped to the canvas. */
function boundsOn(layer: Layer, { states, isOnItsWay }: Piece, canvas: Size): Rect | undefined {
  const box = layerBox(layer, canvas);
  const all = (isOnItsWay ? states : states.slice(0, 1)).flatMap(
    (state) => clipToCanvas(movedBounds(layer, box, state, canvas), canvas) ?? [],
  );
  return all.length > 0 ? all.reduce(union) : undefined;
}

function travels({ states }: Piece): boolean {
  return states.some(({ move }) => move && (move.away.x !== 0 || move.away.y !== 0 || move.keyed !== undefined));
}

/** Returns a video that rests where keyframes hold it, without distortion, as an ordinary placed video. */
function stillVideo(layer: VideoLayer, { states }: Piece, canvas: Size): VideoLayer | undefined {
  const [state] = states;
  const isStill = states.length > 1 && JSON.stringify(state) === JSON.stringify(states.at(-1));
  if (!state?.move?.keyed || !isStill || state.move.seen || state.move.scale !== 1 || layer.chromaKey) return undefined;
  const { scaleX, scaleY } = transformOf(state.move, layerBox(layer, canvas), canvas);
  if (Math.abs(scaleX - scaleY) > 1e-3) return undefined;
  const position = positionOf(keyedBox(layerBox(layer, canvas), state.move.keyed, canvas), canvas);
  const look = { globalAlpha: layer.globalAlpha * state.opacity, radius: layer.radius * scaleX };
  return { ...withoutAnimations(withKeyframes(layer, [])), ...look, position: { ...layer.position, ...position } };
}

/** Number of frames until a once-animated text or a moving image stands still, at most those of the window. */
function animatedFrames(layer: Layer, rate: Rate, { from, to }: FrameWindow): number {
  const { motion, animation } = layer as Partial<Pick<ImageLayer, 'motion'> & Pick<TextLayer, 'animation'>>;
  const whole = motion ? motion.duration : animation ? animationLength(animation) : 0;
  const length = Math.max(0, whole - ((motion ?? animation)?.at ?? 0));
  return Math.min(to - from, Math.ceil(length * fpsOf(rate)) + 1);
}

/** Clips bounds to the canvas, on even pixels so that 4:2:0 chroma of bitmaps and video aligns; undefined if empty. */
export function clipToCanvas(bounds: Rect, canvas: Size): Rect | undefined {
  const left = Math.max(0, Math.floor(bounds.x / 2) * 2);
  const top = Math.max(0, Math.floor(bounds.y / 2) * 2);
  const right = Math.min(canvas.width, Math.ceil((bounds.x + bounds.width) / 2) * 2);
  const bottom = Math.min(canvas.height, Math.ceil((bounds.y + bounds.height) / 2) * 2);
  return right > left && bottom > top ? { x: left, y: top, width: right - left, height: bottom - top } : undefined;
}
