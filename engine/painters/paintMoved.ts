import { isPicture } from '../kinds/families.ts';
import { type Box, boundsOf, type Size } from '../layout/box.ts';
import type { Rect } from '../layout/fit.ts';
import { type LayerTransform, movedPoint, resolutionFactor, seenEdges, transformOf } from '../layout/layerTransform.ts';
import { centerOf, type Point } from '../layout/point.ts';
import { isFarLarger } from '../layout/rect.ts';
import type { LayerState, Move } from '../motion/layerState.ts';
import type { Layer } from '../project/layers.ts';
import type { Canvas2D, PaintEnv } from './canvas.ts';
import { paintOffscreen } from './group.ts';
import { paintedBounds, paintLayer } from './index.ts';

/** Inputs for painting a moved layer. */
export interface MovedEnv extends PaintEnv {
  animation: LayerState;
  /** The project's canvas, in pixels. */
  canvas: Size;
}

/**
 * Paints a layer at its position of a moment. A moved layer is painted upright, and that image is transformed, so that
 * only position, size and visibility change and letters do not jump between pixels. Restores the canvas's state.
 */
export function paintMoved(ctx: Canvas2D, layer: Layer, env: MovedEnv): void {
  const { box, animation, canvas } = env;
  if (!animation.move) {
    paintLayer(ctx, layer, env);
    return;
  }
  if (animation.opacity <= 0) return;
  const moved = transformOf(animation.move, box, canvas);
  const still = { ...env, animation: { ...animation, opacity: 1 } };
  const look = (target: Canvas2D): void => {
    target.globalAlpha = animation.opacity;
    if (isPicture(layer) && layer.blendMode !== 'normal') target.globalCompositeOperation = layer.blendMode;
  };
  ctx.save();
  moveTo(ctx, animation.move, moved, box);
  const upright = { ...box, rotation: 0 };
  const reach = paintedBounds(layer, upright);
  if (isFarLarger(reach, canvas)) {
    // If a layer is far larger than the canvas, only its visible part is painted.
    const paint = (on: Canvas2D): void => paintLayer(on, layer, { ...still, box: upright });
    paintOffscreen(ctx, env, reach, 0, paint, look);
  } else {
    const fineness = resolutionFactor(animation.move, box, canvas);
    const scale = Math.min(moved.scaleX, moved.scaleY) / fineness;
    paintPictureOf(ctx, layer, { ...still, box: upright }, { reach, fineness, scale }, look);
  }
  ctx.restore();
}

/** Returns everything that a layer can touch at a moment, see paintedBounds; empty if it is not visible. */
export function movedBounds(layer: Layer, box: Box, { opacity, move }: LayerState, canvas: Size): Rect {
  if (!move) return paintedBounds(layer, box);
  const middle = centerOf(box);
  if (opacity <= 0) return { ...middle, width: 0, height: 0 };
  const moved = transformOf(move, box, canvas);
  const { x, y, scaleX, scaleY, rotation } = moved;
  const isAsInPlace = scaleX === scaleY && rotation === box.rotation;
  const bounds = paintedBounds(layer, isAsInPlace ? box : { ...box, rotation: 0 });
  if (isAsInPlace) {
    return {
      x: middle.x + x + (bounds.x - middle.x) * scaleX,
      y: middle.y + y + (bounds.y - middle.y) * scaleX,
      width: bounds.width * scaleX,
      height: bounds.height * scaleX,
    };
  }
  const [width, height] = [bounds.width * scaleX, bounds.height * scaleY];
  const off = movedPoint(moved, minus(centerOf(bounds), middle), { ...box, rotation: 0 });
  const center = { x: middle.x + x + off.x, y: middle.y + y + off.y };
  return boundsOf({ x: center.x - width / 2, y: center.y - height / 2, width, height, rotation });
}

function minus(a: Point, b: Point): Point {
  return { x: a.x - b.x, y: a.y - b.y };
}

/** Transforms the canvas from the layer's static box to its moved one, clipped to the visible part. */
function moveTo(ctx: Canvas2D, { seen }: Move, { x, y, scaleX, scaleY, rotation }: LayerTransform, box: Box): void {
  const middle = centerOf(box);
  ctx.translate(middle.x + x, middle.y + y);
  ctx.rotate((rotation * Math.PI) / 180);
  ctx.scale(scaleX, scaleY);
  if (seen) {
    const { left, top, right, bottom } = seenEdges(seen, box);
    ctx.beginPath();
    ctx.rect(left, top, right - left, bottom - top);
    ctx.clip();
  }
  ctx.translate(-middle.x, -middle.y);
}

/** @param fineness pixels of the image per pixel of the layer. @param scale of that image on the canvas. */
function paintPictureOf(
  ctx: Canvas2D,
  layer: Layer,
  env: PaintEnv,
  { reach, fineness, scale }: { reach: Rect; fineness: number; scale: number },
  drawOn: (on: Canvas2D) => void,
): void {
  const [left, top] = [Math.floor(reach.x), Math.floor(reach.y)];
  const width = Math.ceil(reach.x + reach.width) - left;
  const height = Math.ceil(reach.y + reach.height) - top;
  if (width <= 0 || height <= 0) return;
  const [across, down] = [Math.ceil(width * fineness), Math.ceil(height * fineness)];
  const surface = env.surface(across, down);
  if (fineness !== 1) surface.ctx.scale(fineness, fineness);
  surface.ctx.translate(-left, -top);
  paintLayer(surface.ctx, layer, env);
  drawOn(ctx);
  ctx.imageSmoothingEnabled = true;
  // Below half of the size, low quality would skip pixels.
  ctx.imageSmoothingQuality = scale < 0.5 ? 'medium' : 'low';
  ctx.drawImage(surface.source, 0, 0, across, down, left, top, across / fineness, down / fineness);
}
