import type { Box } from '../layout/box.ts';
import { isTransparent } from '../layout/color.ts';
import type { Rect } from '../layout/fit.ts';
import type { Measure } from '../layout/textFit.ts';
import { directionOf } from '../layout/words.ts';
import type { Lettering, TextLayer } from '../project/layers.ts';
import type { Canvas2D } from './canvas.ts';
import { fontMetrics, fontShape, fontStack } from './fonts.ts';

/** A line of a text, or a part of one, where it is painted. */
export interface Line {
  text: string;
  x: number;
  /** Of the base line, whole pixels. */
  y: number;
  /** Upper edge of the line, pixels. */
  top: number;
  /** Of its own; absent: the text's. */
  color?: string;
  direction?: 'ltr' | 'rtl';
}

/** Lines and the side by which their places go. */
export interface PlacedLines {
  align: TextLayer['textAlign'];
  lines: Line[];
}

/** Where each line's base line is; letters stand in the middle of their line, as in CSS. */
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

/** Where the letters of each line stand that has any; the canvas has the text's font. @param height of a line, pixels. */
export function lineAreas(ctx: Canvas2D, { align, lines }: PlacedLines, height: number): Rect[] {
  return lines.flatMap(({ text, x, top }) => {
    if (text.trim() === '') return [];
    const width = widthOf(ctx, text);
    return [{ x: x - width * { left: 0, center: 0.5, right: 1 }[align], y: top, width, height }];
  });
}

/** Where the ink of each line is that has any, without outline and light, pixels; the canvas has the text's font. */
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

/** Lines where they are painted: the room after the last letter is none of the line's. */
function withoutTail(ctx: Canvas2D, { align, lines }: PlacedLines): Line[] {
  const across = { left: 0, center: 0.5, right: 1 }[align];
  return lines.map((line) => ({ ...line, x: line.x + tailOf(ctx, line.text) * across }));
}

/** Width of a text on one line without the room after its last letter, pixels; the canvas has the text's font. */
export function widthOf(ctx: Canvas2D, text: string): number {
  return ctx.measureText(text).width - tailOf(ctx, text);
}

/** The room after the last letter of a text, pixels; joined letters have none. */
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
 * How far ink may stand out of a text's lines, as a share of the font size: slanted, swung and accented letters, and what
 * does not fit into lines that are closer than letters are high.
 */
export function overhangOf({ lineHeight }: Pick<TextLayer, 'lineHeight'>): number {
  return 0.25 + Math.max(0, tallestLetters - lineHeight) / 2;
}

/** Height of letters with accents and tails, as a share of the font size; that of the usual line. */
const tallestLetters = 1.2;

/** How lines are painted. */
export interface Look {
  color: string;
  outline: string;
  /** Of the outline, pixels. */
  outlineWidth: number;
  /** Width of a stroke in the text's own color, pixels; 0 for none. */
  thickness: number;
  /** Blur of the light around the letters, pixels; 0 for none. */
  glow: number;
}

/**
 * A slant too small to see. Letters that stand askew are not fitted to the pixel grid, which every machine does in
 * its own way (hinting); so all paint the same. Smaller ones are taken for none.
 */
const slant = 1 / 1024;

/** Paints the glow, then all outlines, then all letters, so that no line's outline covers another line's letters. */
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
      ctx.fillStyle = line.color ?? look.color;
      atLine(ctx, line, () => ctx.fillText(line.text, 0, 0));
    }
    if (look.thickness > 0) thicken();
  };
  const thicken = (): void => {
    ctx.lineWidth = look.thickness;
    for (const line of lines) {
      ctx.strokeStyle = line.color ?? look.color;
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

function atLine(ctx: Canvas2D, { x, y, direction }: Line, paint: () => void): void {
  ctx.save();
  if (direction) ctx.direction = direction;
  ctx.transform(1, 0, slant, 1, x, y);
  paint();
  ctx.restore();
}

/** Pixels of the canvas per unit; a shadow's blur does not follow the canvas's transform by itself. */
function unitOf(ctx: Canvas2D): number {
  const { a, b } = ctx.getTransform();
  return Math.hypot(a, b);
}

/** Thickness that a font without a bold weight is given for bold, as a share of the font size. */
const madeBold = 0.02;

/** Width of a stroke that makes letters bold whose font has no bold weight, pixels; 0 where it need not. */
export function boldThickness(
  layer: Pick<TextLayer, 'fontFamily' | 'fontWeight' | 'fontStyle'>,
  fontSize: number,
): number {
  return layer.fontWeight === 'bold' && fontShape(layer).weight < 700 ? madeBold * fontSize : 0;
}

/** Measures texts in a layer's font. Leaves the canvas's font at the size that was asked for last. */
export function measureIn(ctx: Canvas2D, layer: TextLayer): Measure {
  let measured = 0;
  return (text, fontSize) => {
    if (fontSize !== measured) setFont(ctx, layer, fontSize);
    measured = fontSize;
    return ctx.measureText(text).width;
  };
}

/** Makes a canvas ready to write a text. @param fontSize pixels; absent: the font is set later. */
export function setLetters(ctx: Canvas2D, layer: TextLayer, fontSize?: number): void {
  ctx.fontKerning = 'normal';
  ctx.textRendering = 'geometricPrecision';
  ctx.direction = directionOf(layer.text);
  if (fontSize !== undefined) setFont(ctx, layer, fontSize);
}

/** Gives the canvas a text's font at a size, pixels, with the room after its letters. */
export function setFont(ctx: Canvas2D, layer: TextLayer, fontSize: number): void {
  ctx.font = cssFont(layer, fontSize);
  ctx.letterSpacing = `${layer.letterSpacing * fontSize}px`;
}

function cssFont(layer: Lettering, fontSize: number): string {
  const { weight, style } = fontShape(layer);
  return `${style} ${weight} ${fontSize}px ${fontStack(layer.fontFamily, layer.text, layer.region)}`;
}
