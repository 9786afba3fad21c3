import type { Box } from '../layout/box.ts';
import { isTransparent } from '../layout/color.ts';
import type { Rect } from '../layout/fit.ts';
import { parsePath, pathBounds, placePath, printPath, type Step } from '../layout/path.ts';
import { grown } from '../layout/rect.ts';
import type { ShapeLayer } from '../project/layers.ts';
import type { Canvas2D, PaintEnv, Painter } from './canvas.ts';
import { paintAsGroup } from './group.ts';

/** Default width of a line, arrow or outline, in pixels. */
const defaultLineWidth = { line: 20, arrow: 20, rectangle: 0, ellipse: 0, triangle: 0, svg: 0 } as const;
/** Side of the square that an svg path without a size is drawn in. */
const pathSide = 100;
/** Miter limit: how far a corner may extend, in half line widths (the canvas's default). */
const miterLimit = 10;

/** Paints a line, arrow, rectangle, ellipse, triangle or svg path into its box, with one opacity for all of it. */
export const paintShape: Painter<ShapeLayer> = (ctx, layer, env) => {
  if (layer.globalAlpha <= 0) return;
  if (layer.shapeType === 'line') paintLine(ctx, layer, env.box);
  else if (layer.shapeType === 'arrow') paintArrow(ctx, layer, env.box);
  else paintArea(ctx, layer, env);
};

/** Returns everything that a shape can touch before its box is rotated, in pixels; undefined if it shows nothing. */
export function shapeReach(layer: ShapeLayer, box: Box): Rect | undefined {
  const width = lineWidthOf(layer);
  const middle = box.y + box.height / 2;
  if (layer.shapeType === 'line') return grown({ ...box, y: middle, height: 0 }, width / 2);
  if (layer.shapeType === 'arrow') {
    const half = Math.max(width, headOf(layer, box).width) / 2;
    return { x: box.x - width / 2, y: middle - half, width: box.width + width, height: 2 * half };
  }
  if (layer.shapeType === 'svg') {
    const bounds = pathBounds(placedPath(layer, box));
    // The corner of a diagonal square cap extends furthest.
    return bounds && grown(bounds, width * Math.SQRT1_2);
  }
  return grown(box, layer.shapeType === 'triangle' ? (width / 2) * miterLimit : width / 2);
}

function lineWidthOf(layer: ShapeLayer): number {
  return layer.lineWidth ?? defaultLineWidth[layer.shapeType];
}

function paintLine(ctx: Canvas2D, layer: ShapeLayer, box: Box): void {
  const width = lineWidthOf(layer);
  if (width <= 0 || isTransparent(layer.stroke)) return;
  const middle = box.y + box.height / 2;
  ctx.globalAlpha = layer.globalAlpha;
  ctx.strokeStyle = layer.stroke;
  ctx.lineWidth = width;
  ctx.lineCap = layer.lineCap ?? 'round';
  ctx.beginPath();
  ctx.moveTo(box.x, middle);
  ctx.lineTo(box.x + box.width, middle);
  ctx.stroke();
}

/**
 * Additional length of an arrowhead over `pointerLength`, in line widths, so that it is not flatter than it is wide.
 */
const headLengthening = 1.5;

/**
 * Returns length and width of an arrowhead, in pixels. It extends beyond each side of the line by `pointerWidth`, so
 * that it is visible at any line width; it is never longer than the arrow.
 */
function headOf(layer: ShapeLayer, box: Box): { length: number; width: number } {
  const line = lineWidthOf(layer);
  if (layer.pointerLength <= 0 || layer.pointerWidth <= 0) return { length: 0, width: line };
  const room = layer.pointerAtBeginning ? box.width / 2 : box.width;
  return {
    length: Math.min(room, layer.pointerLength + headLengthening * line),
    width: 2 * layer.pointerWidth + line,
  };
}

/** One outline around shaft and heads, so that nothing overlaps in a translucent color. */
function paintArrow(ctx: Canvas2D, layer: ShapeLayer, box: Box): void {
  const width = lineWidthOf(layer);
  if (width <= 0 || isTransparent(layer.stroke)) return;
  const head = headOf(layer, box);
  const middle = box.y + box.height / 2;
  const end = box.x + box.width;
  ctx.globalAlpha = layer.globalAlpha;
  ctx.fillStyle = layer.stroke;
  ctx.beginPath();
  if (head.length > 0) addHead(ctx, end, middle, -head.length, head.width, width);
  else addCap(ctx, layer, end, middle, 1);
  if (head.length > 0 && layer.pointerAtBeginning) addHead(ctx, box.x, middle, head.length, head.width, width);
  else addCap(ctx, layer, box.x, middle, -1);
  ctx.closePath();
  ctx.fill();
}

/**
 * Adds a head to the path: from the shaft out, to the tip, and back. @param length signed, from the tip to the shaft.
 */
function addHead(ctx: Canvas2D, tip: number, middle: number, length: number, width: number, line: number): void {
  const side = Math.sign(length);
  const base = tip + length;
  ctx.lineTo(base, middle + (side * line) / 2);
  ctx.lineTo(base, middle + (side * width) / 2);
  ctx.lineTo(tip, middle);
  ctx.lineTo(base, middle - (side * width) / 2);
  ctx.lineTo(base, middle - (side * line) / 2);
}

/** Adds an end without a head to the path. @param side 1 for the right end, -1 for the left. */
function addCap(ctx: Canvas2D, layer: ShapeLayer, x: number, middle: number, side: 1 | -1): void {
  const half = lineWidthOf(layer) / 2;
  if (layer.lineCap === 'round') {
    const from = side === 1 ? -Math.PI / 2 : Math.PI / 2;
    ctx.ellipse(x, middle, half, half, 0, from, from + Math.PI);
    return;
  }
  const end = layer.lineCap === 'square' ? x + side * half : x;
  ctx.lineTo(end, middle - side * half);
  ctx.lineTo(end, middle + side * half);
}

function paintArea(ctx: Canvas2D, layer: ShapeLayer, env: PaintEnv): void {
  const { box } = env;
  const width = lineWidthOf(layer);
  const filled = !isTransparent(layer.background);
  const stroked = width > 0 && !isTransparent(layer.stroke);
  const reach = shapeReach(layer, box);
  if (!reach || !(filled || stroked)) return;
  const path = layer.shapeType === 'svg' ? [env.path(printPath(placedPath(layer, box)))] : [];
  const paint = (target: Canvas2D): void => {
    target.fillStyle = layer.background;
    target.strokeStyle = layer.stroke;
    target.lineWidth = width;
    target.lineCap = layer.lineCap ?? 'butt';
    target.lineJoin = layer.shapeType === 'svg' ? 'round' : 'miter';
    target.miterLimit = miterLimit;
    if (path.length === 0) addOutline(target, layer.shapeType, box);
    if (filled) target.fill(...path);
    if (stroked) target.stroke(...path);
  };
  if (filled && stroked) paintAsGroup(ctx, env, layer.globalAlpha, reach, paint);
  else {
    ctx.globalAlpha = layer.globalAlpha;
    paint(ctx);
  }
}

function addOutline(ctx: Canvas2D, shapeType: ShapeLayer['shapeType'], { x, y, width, height }: Box): void {
  ctx.beginPath();
  if (shapeType === 'rectangle') ctx.rect(x, y, width, height);
  else if (shapeType === 'ellipse')
    ctx.ellipse(x + width / 2, y + height / 2, width / 2, height / 2, 0, 0, 2 * Math.PI);
  else {
    ctx.moveTo(x + width / 2, y);
    ctx.lineTo(x + width, y + height);
    ctx.lineTo(x, y + height);
    ctx.closePath();
  }
}

/**
 * Returns the path of an svg shape in its box. A path with its own size (svg_width, svg_height) fills the box; others
 * are drawn in a square of 100 that fills the box, stretched by scaleX and scaleY from the box's corner.
 */
function placedPath(layer: ShapeLayer, box: Box): Step[] {
  const { svg_width: ownWidth, svg_height: ownHeight, scaleX = 1, scaleY = 1 } = layer.position ?? {};
  const steps = parsePath(layer.svgData ?? '');
  return ownWidth && ownHeight
    ? placePath(steps, box.width / ownWidth, box.height / ownHeight, box.x, box.y)
    : placePath(steps, (box.width / pathSide) * scaleX, (box.height / pathSide) * scaleY, box.x, box.y);
}
