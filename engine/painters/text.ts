import type { Box, Size } from '../layout/box.ts';
import { isTransparent, rotateHue } from '../layout/color.ts';
import type { Rect } from '../layout/fit.ts';
import { type FittedText, fitText, type Measure, wrapText } from '../layout/textFit.ts';
import { directionOf, graphemesOf, paragraphsOf } from '../layout/words.ts';
import type { TextLayer } from '../project/layers.ts';
import { FALLBACK_FONT_SIZE, MAX_FONT_SIZE, MIN_FONT_SIZE, TEXT_OUTLINE_WIDTH } from '../project/limits.ts';
import type { Canvas2D, Painter } from './canvas.ts';
import { fontMetrics, fontShape, fontStack } from './fonts.ts';
import { paintAsOne } from './group.ts';
import { hasBackground, paintTextBackground, textRoom } from './textBackground.ts';

/** How far ink may stand out of a text's lines, as a share of the font size: slanted, swung and accented letters. */
const overhang = 0.25;
/** Thickness that a font without a bold weight is given for bold, as a share of the font size. */
const madeBold = 0.02;
/** Blur of the strongest glow as a share of the font size, and its upper limit, pixels. */
const glowShare = 0.3;
const maxGlow = 60;

/**
 * Paints a text: its background, and its lines in the box with an outline of 5 pixels behind the letters, in the state of
 * its animation.
 * Ink outside `textReach` is cut off, so what a text can touch is known without measuring it.
 */
export const paintText: Painter<TextLayer> = (ctx, layer, env) => {
  const { box, animation } = env;
  if (animation.opacity <= 0 || layer.text.trim() === '') return;
  const reach = textReach(layer, box);
  paintAsOne(ctx, env, animation.opacity, reach, (target) => {
    target.beginPath();
    target.rect(reach.x, reach.y, reach.width, reach.height);
    target.clip();
    const { fontSize, lines } = layoutText(target, layer, box);
    const shifted = (color: string): string =>
      animation.hue === 0 || color === 'none' ? color : rotateHue(color, animation.hue);
    const placed = placeLines(lines, fontSize, layer, textRoom(layer, box));
    const written = writtenPart(target, placed, animation.shown);
    if (hasBackground(layer)) {
      paintTextBackground(
        target,
        layer,
        box,
        lineAreas(target, placed, layer.lineHeight * fontSize),
        shifted(layer.background),
      );
    }
    paintLines(target, written, {
      color: shifted(layer.color),
      outline: shifted(layer.textShadow),
      thickness: layer.fontWeight === 'bold' && fontShape(layer).weight < 700 ? madeBold * fontSize : 0,
      glow: animation.glow * Math.min(maxGlow, glowShare * fontSize),
    });
  });
};

/** Where the lines of a text stand that have letters, without padding, pixels. @param ctx used to measure. */
export function textLineAreas(ctx: Canvas2D, layer: TextLayer, box: Box): Rect[] {
  const { fontSize, lines } = layoutText(ctx, layer, box);
  return lineAreas(ctx, placeLines(lines, fontSize, layer, textRoom(layer, box)), layer.lineHeight * fontSize);
}

/**
 * The size and the lines of a text in its box, padding of a background left free. Leaves the canvas's font at that size.
 * @param ctx used to measure.
 */
export function layoutText(ctx: Canvas2D, layer: TextLayer, whole: Size): FittedText {
  const box = textRoom(layer, whole);
  ctx.fontKerning = 'normal';
  ctx.textRendering = 'geometricPrecision';
  ctx.direction = directionOf(layer.text);
  let measured = 0;
  const measure: Measure = (text, fontSize) => {
    if (fontSize !== measured) ctx.font = cssFont(layer, fontSize);
    measured = fontSize;
    return ctx.measureText(text).width;
  };
  const own = Number.parseFloat(layer.fontSize);
  const fitted = layer.fitText
    ? fitText(layer.text, box, layer.lineHeight, measure)
    : { fontSize: own, lines: wrapText(layer.text, box.width, own, measure) };
  ctx.font = cssFont(layer, fitted.fontSize);
  return fitted;
}

/** All that a text can touch before its box is rotated, pixels. */
export function textReach(layer: TextLayer, box: Box): Rect {
  const fontSize = largestFontSize(layer, box);
  const glow = layer.animation?.id === 'text-flicker-in-glow' ? 1.5 * Math.min(maxGlow, glowShare * fontSize) : 0;
  const padding = hasBackground(layer) ? layer.padding : 0;
  const margin = TEXT_OUTLINE_WIDTH / 2 + overhang * fontSize + glow + padding;
  const lines = overflow(layer, textRoom(layer, box));
  const aside = margin + Math.max(0, lines.width - box.width);
  const height = Math.max(box.height, lines.height);
  const top = box.y + (box.height - height) * { top: 0, middle: 0.5, bottom: 1 }[layer.verticalAlign];
  return { x: box.x - aside, y: top - margin, width: box.width + 2 * aside, height: height + 2 * margin };
}

function largestFontSize(layer: TextLayer, box: Size): number {
  if (!layer.fitText) return Number.parseFloat(layer.fontSize);
  if (!isUsable(box)) return FALLBACK_FONT_SIZE;
  return Math.min(MAX_FONT_SIZE, Math.max(MIN_FONT_SIZE, box.height / layer.lineHeight));
}

/** Most that a text's lines can need where fitting does not keep them in the box: a letter is taken to be one and a quarter em wide. */
function overflow(layer: TextLayer, box: Size): Size {
  const smallest = isUsable(box) ? MIN_FONT_SIZE : FALLBACK_FONT_SIZE;
  const fontSize = layer.fitText ? smallest : Number.parseFloat(layer.fontSize);
  const letter = 1.25 * fontSize;
  const lengths = paragraphsOf(layer.text).map((paragraph) => paragraph.length);
  const unwrapped = Math.max(...lengths) * letter;
  if (!(box.width > 0) || !isUsable({ ...box, height: 1 }))
    return { width: unwrapped, height: lengths.length * layer.lineHeight * fontSize };
  // Two neighbouring lines are together wider than the box, or they would be one.
  const lines = lengths.reduce(
    (sum, length) => sum + Math.min(Math.max(1, length), 1 + Math.floor((2 * length * letter) / box.width)),
    0,
  );
  return { width: Math.min(unwrapped, Math.max(letter, box.width)), height: lines * layer.lineHeight * fontSize };
}

function isUsable(box: Size): boolean {
  return box.width > 0 && box.height > 0 && Number.isFinite(box.width + box.height);
}

interface Line {
  text: string;
  x: number;
  /** Of the base line, whole pixels. */
  y: number;
  /** Upper edge of the line, pixels. */
  top: number;
}

interface PlacedLines {
  align: TextLayer['textAlign'];
  lines: Line[];
}

/** Where each line's base line is; letters stand in the middle of their line, as in CSS. */
function placeLines(lines: readonly string[], fontSize: number, layer: TextLayer, box: Box): PlacedLines {
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

/**
 * The lines as far as they are written, each letter where it stands in the end.
 * @param ctx has the text's font and direction. @param share of all letters, 0 to 1.
 */
function writtenPart(ctx: Canvas2D, placed: PlacedLines, share: number): PlacedLines {
  if (share >= 1) return placed;
  const lines = placed.lines.map((line) => ({ ...line, letters: graphemesOf(line.text) }));
  let left = Math.floor(share * lines.reduce((sum, { letters }) => sum + letters.length, 0) + 1e-9);
  // A line grows from its beginning, wherever the whole of it is aligned.
  const begin = ctx.direction === 'rtl' ? 'right' : 'left';
  const across = { left: 0, center: 0.5, right: 1 };
  const written = lines.map(({ letters, text, x, ...line }) => {
    const count = Math.min(left, letters.length);
    left -= count;
    const width = ctx.measureText(text).width * (across[begin] - across[placed.align]);
    return { ...line, x: x + width, text: letters.slice(0, count).join('') };
  });
  return { align: begin, lines: written };
}

/** Where the letters of each line stand that has any; the canvas has the text's font. @param height of a line, pixels. */
function lineAreas(ctx: Canvas2D, { align, lines }: PlacedLines, height: number): Rect[] {
  return lines.flatMap(({ text, x, top }) => {
    if (text.trim() === '') return [];
    const { width } = ctx.measureText(text);
    return [{ x: x - width * { left: 0, center: 0.5, right: 1 }[align], y: top, width, height }];
  });
}

interface Look {
  color: string;
  outline: string;
  /** Width of a stroke in the text's own colour, pixels; 0 for none. */
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
function paintLines(ctx: Canvas2D, placed: PlacedLines, look: Look): void {
  ctx.textAlign = placed.align;
  ctx.textBaseline = 'alphabetic';
  ctx.lineJoin = 'round';
  ctx.fillStyle = look.color;
  const stroke = (color: string, width: number): void => {
    ctx.strokeStyle = color;
    ctx.lineWidth = width;
    for (const line of placed.lines) atLine(ctx, line, () => ctx.strokeText(line.text, 0, 0));
  };
  const fill = (): void => {
    for (const line of placed.lines) atLine(ctx, line, () => ctx.fillText(line.text, 0, 0));
    if (look.thickness > 0) stroke(look.color, look.thickness);
  };
  const outline = (): void => {
    if (!isTransparent(look.outline)) stroke(look.outline, TEXT_OUTLINE_WIDTH + look.thickness);
  };
  if (look.glow > 0) {
    ctx.save();
    ctx.shadowColor = look.color;
    ctx.shadowBlur = look.glow * unitOf(ctx);
    if (isTransparent(look.outline)) fill();
    else outline();
    ctx.restore();
  }
  outline();
  fill();
}

function atLine(ctx: Canvas2D, { x, y }: Line, paint: () => void): void {
  ctx.save();
  ctx.transform(1, 0, slant, 1, x, y);
  paint();
  ctx.restore();
}

/** Pixels of the canvas per unit; a shadow's blur does not follow the canvas's transform by itself. */
function unitOf(ctx: Canvas2D): number {
  const { a, b } = ctx.getTransform();
  return Math.hypot(a, b);
}

function cssFont(layer: TextLayer, fontSize: number): string {
  const { weight, style } = fontShape(layer);
  return `${style} ${weight} ${fontSize}px ${fontStack(layer.fontFamily, layer.text)}`;
}
