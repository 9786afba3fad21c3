import type { Box } from '../layout/box.ts';
import { isTransparent } from '../layout/color.ts';
import type { Rect } from '../layout/fit.ts';
import type { Point } from '../layout/point.ts';
import type { Measure } from '../layout/textFit.ts';
import { directionOf } from '../layout/words.ts';
import type { Lettering, TextLayer } from '../project/layers.ts';
import type { Canvas2D } from './canvas.ts';
import { fontMetrics, fontShape, fontStack } from './fonts.ts';

/** A positioned line of a text, or a part of one. */
export interface Line {
  text: string;
  x: number;
  /** Baseline, in whole pixels. */
  y: number;
  /** Upper edge of the line, in pixels. */
  top: number;
  /** Its own color and direction; default: the text's. */
  color?: string;
  direction?: 'ltr' | 'rtl';
}

/** Lines and the alignment that their positions refer to. */
export interface PlacedLines {
  align: TextLayer['textAlign'];
  lines: Line[];
}

/** Returns lines with their baselines; letters are centered vertically in their line, as in CSS. */
export function placeLines(lines: readonly string[], fontSize: number, layer: TextLayer, box: Box): PlacedLines {
  const { ascent, descent } = fontMetrics(layer.fontFamily);
  const step = layer.lineHeight * fontSize;
  const spare = box.height - lines.length * step;
  const top = box.y + spare * { top: 0, middle: 0.5, bottom: 1 }[layer.verticalAlign];
  const baseline = (step + (ascent - descent) * fontSize) / 2;
  const x = box.x + box.width * { left: 0, center: 0.5, right: 1 }[layer.textAlign];
  return {
    align: layer.textAlign,
    lines: lines.map((text, i) => ({ text, x, y: Math.round(top + i * step + baseline), top: top + i * step })),
  };
}

/** Returns the areas of non-empty lines; the canvas has the text's font. @param height of a line, in pixels. */
export function lineAreas(ctx: Canvas2D, { align, lines }: PlacedLines, height: number): Rect[] {
  return lines.flatMap(({ text, x, top }) => {
    if (text.trim() === '') return [];
    const width = widthOf(ctx, text);
    return [{ x: x - width * { left: 0, center: 0.5, right: 1 }[align], y: top, width, height }];
  });
}

/** Returns the ink bounds of non-empty lines, without outline and glow, in pixels; the canvas has the text's font. */
export function inkAreas(ctx: Canvas2D, placed: PlacedLines): Rect[] {
  ctx.textAlign = placed.align;
  ctx.textBaseline = 'alphabetic';
  return withoutTail(ctx, placed).flatMap(({ text, x, y }) => {
    if (text.trim() === '') return [];
    const ink = ctx.measureText(text);
    const [left, top] = [x - ink.actualBoundingBoxLeft, y - ink.actualBoundingBoxAscent];
    return [
      { x: left, y: top, width: x + ink.actualBoundingBoxRight - left, height: y + ink.actualBoundingBoxDescent - top },
    ];
  });
}

/** Corrects positions for the letter spacing after the last letter, which is not part of the line. */
function withoutTail(ctx: Canvas2D, { align, lines }: PlacedLines): Line[] {
  const across = { left: 0, center: 0.5, right: 1 }[align];
  return lines.map((line) => ({ ...line, x: line.x + tailOf(ctx, line.text) * across }));
}

/**
 * Returns the width of a single-line text without the spacing after its last letter, in pixels; the canvas has the
 * text's font.
 */
export function widthOf(ctx: Canvas2D, text: string): number {
  return ctx.measureText(text).width - tailOf(ctx, text);
}

/** Returns the letter spacing after the last letter of a text, in pixels; joined letters have none. */
export function tailOf(ctx: Canvas2D, text: string): number {
  const spacing = Number.parseFloat(ctx.letterSpacing);
  if (!spacing) return 0;
  const spaced = ctx.measureText(text).width;
  ctx.letterSpacing = '0px';
  const isJoined = ctx.measureText(text).width === spaced;
  ctx.letterSpacing = `${spacing}px`;
  return isJoined ? 0 : spacing;
}

/**
 * Returns how far ink may exceed a text's lines, as a share of the font size: slanted and accented letters, and letters
 * higher than the line height.
 */
export function overhangOf({ lineHeight }: Pick<TextLayer, 'lineHeight'>): number {
  return 0.25 + Math.max(0, tallestLetters - lineHeight) / 2;
}

/** Height of letters with accents and descenders, as a share of the font size; equals the default line height. */
const tallestLetters = 1.2;

/** Style of painted lines. */
export interface Look {
  color: string;
  outline: string;
  /** Letters without a color of their own change from `color` to `end` along this line; undefined: they do not. */
  gradient?: { from: Point; to: Point; end: string } | undefined;
  /** Of the outline, in pixels. */
  outlineWidth: number;
  /** Width of an additional stroke in the text's color, in pixels; 0 for none. */
  thickness: number;
  /** Blur of the glow around letters, in pixels; 0 for none. */
  glow: number;
}

/**
 * An invisible slant. Slanted letters are not hinted to the pixel grid, which each platform does differently, so all
 * paint the same. Smaller slants are treated as none.
 */
const slant = 1 / 1024;

/** Paints the glow, then all outlines, then all letters, so that outlines never cover letters of other lines. */
export function paintLines(ctx: Canvas2D, placed: PlacedLines, look: Look): void {
  ctx.textAlign = placed.align;
  ctx.textBaseline = 'alphabetic';
  ctx.lineJoin = 'round';
  const lines = withoutTail(ctx, placed);
  const stroke = (color: string, width: number): void => {
    ctx.strokeStyle = color;
    ctx.lineWidth = width;
    for (const line of lines) atLine(ctx, line, () => ctx.strokeText(line.text, 0, 0));
  };
  const hasOutline = !isTransparent(look.outline) && look.outlineWidth > 0;
  const fill = (): void => {
    for (const line of lines) {
      ctx.fillStyle = inkOf(ctx, line, look);
      atLine(ctx, line, () => ctx.fillText(line.text, 0, 0));
    }
    if (look.thickness > 0) thicken();
  };
  const thicken = (): void => {
    ctx.lineWidth = look.thickness;
    for (const line of lines) {
      ctx.strokeStyle = inkOf(ctx, line, look);
      atLine(ctx, line, () => ctx.strokeText(line.text, 0, 0));
    }
  };
  const outline = (): void => {
    if (hasOutline) stroke(look.outline, look.outlineWidth + look.thickness);
  };
  if (look.glow > 0) {
    ctx.save();
    ctx.shadowColor = look.color;
    ctx.shadowBlur = look.glow * unitOf(ctx);
    if (hasOutline) outline();
    else fill();
    ctx.restore();
  }
  outline();
  fill();
}

/** Returns the fill style of a line that is painted at its own origin. */
function inkOf(ctx: Canvas2D, { x, y, color }: Line, look: Look): unknown {
  const { gradient } = look;
  if (color !== undefined || !gradient) return color ?? look.color;
  const { from, to, end } = gradient;
  const ink = ctx.createLinearGradient(from.x - x, from.y - y, to.x - x, to.y - y);
  ink.addColorStop(0, look.color);
  ink.addColorStop(1, end);
  return ink;
}

function atLine(ctx: Canvas2D, { x, y, direction }: Line, paint: () => void): void {
  ctx.save();
  if (direction) ctx.direction = direction;
  ctx.transform(1, 0, slant, 1, x, y);
  paint();
  ctx.restore();
}

/** Returns pixels of the canvas per unit; a shadow's blur does not follow the canvas's transform automatically. */
function unitOf(ctx: Canvas2D): number {
  const { a, b } = ctx.getTransform();
  return Math.hypot(a, b);
}

/** Stroke width of synthetic bold, as a share of the font size. */
const madeBold = 0.02;

/** Returns the stroke width of synthetic bold in pixels; 0 if the font has a bold weight or none is needed. */
export function boldThickness(
  layer: Pick<TextLayer, 'fontFamily' | 'fontWeight' | 'fontStyle'>,
  fontSize: number,
): number {
  return layer.fontWeight === 'bold' && fontShape(layer).weight < 700 ? madeBold * fontSize : 0;
}

/** Returns a function that measures texts in a layer's font. Leaves the canvas's font at the last size. */
export function measureIn(ctx: Canvas2D, layer: TextLayer): Measure {
  let measured = 0;
  return (text, fontSize) => {
    if (fontSize !== measured) setFont(ctx, layer, fontSize);
    measured = fontSize;
    return ctx.measureText(text).width;
  };
}

/** Prepares a canvas for a text. @param fontSize pixels; absent: the font is set later. */
export function setLetters(ctx: Canvas2D, layer: TextLayer, fontSize?: number): void {
  ctx.fontKerning = 'normal';
  ctx.textRendering = 'geometricPrecision';
  ctx.direction = directionOf(layer.text);
  if (fontSize !== undefined) setFont(ctx, layer, fontSize);
}

/** Sets font and letter spacing of a canvas for a text, at a size in pixels. */
export function setFont(ctx: Canvas2D, layer: TextLayer, fontSize: number): void {
  ctx.font = cssFont(layer, fontSize);
  ctx.letterSpacing = `${layer.letterSpacing * fontSize}px`;
}

function cssFont(layer: Lettering, fontSize: number): string {
  const { weight, style } = fontShape(layer);
  return `${style} ${weight} ${fontSize}px ${fontStack(layer.fontFamily, layer.text, layer.region)}`;
}
