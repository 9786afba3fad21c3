import type { Box, Size } from '../layout/box.ts';
import { rotateHue } from '../layout/color.ts';
import type { Rect } from '../layout/fit.ts';
import { type FittedText, fitText, wrapText } from '../layout/textFit.ts';
import { graphemesOf, paragraphsOf } from '../layout/words.ts';
import type { TextLayer } from '../project/layers.ts';
import { FALLBACK_FONT_SIZE, MAX_FONT_SIZE, MIN_FONT_SIZE } from '../project/limits.ts';
import type { Canvas2D, Painter } from './canvas.ts';
import { paintAsGroup } from './group.ts';
import { BLUR_REACH, paintWithShadow, shadowReach } from './shadow.ts';
import { hasBackground, paintTextBackground, textRoom } from './textBackground.ts';
import { gradientOf } from './textGradient.ts';
import {
  boldThickness,
  lineAreas,
  measureIn,
  overhangOf,
  type PlacedLines,
  paintLines,
  placeLines,
  setFont,
  setLetters,
  widthOf,
} from './textLines.ts';

/** Blur of the strongest glow as a share of the font size, and its upper limit in pixels. */
const glowShare = 0.3;
const maxGlow = 60;

/**
 * Paints a text in an animation state: its background, outlines behind the letters, and letters. Ink outside
 * `textReach` is clipped, so the touched area is known without measuring.
 */
export const paintText: Painter<TextLayer> = (ctx, layer, env) => {
  const { box, animation } = env;
  const opacity = animation.opacity * layer.globalAlpha;
  if (opacity <= 0 || layer.text.trim() === '') return;
  const reach = textReach(layer, box);
  paintAsGroup(ctx, env, opacity, reach, (target) => {
    target.beginPath();
    target.rect(reach.x, reach.y, reach.width, reach.height);
    target.clip();
    const { fontSize, lines } = layoutText(target, layer, box);
    const shifted = (color: string): string =>
      animation.hue === 0 || color === 'none' ? color : rotateHue(color, animation.hue);
    const placed = placeLines(lines, fontSize, layer, textRoom(layer, box));
    const written = writtenPart(target, placed, animation.shown);
    const areas = () => lineAreas(target, placed, layer.lineHeight * fontSize);
    if (hasBackground(layer)) paintTextBackground(target, layer, box, areas(), shifted(layer.background));
    paintWithShadow(target, env, layer, reach, (on) => {
      setLetters(on, layer, fontSize);
      paintLines(on, written, {
        color: shifted(layer.color),
        gradient: gradientOf(layer, areas, shifted),
        outline: shifted(layer.textShadow),
        outlineWidth: layer.outlineWidth,
        thickness: boldThickness(layer, fontSize),
        glow: animation.glow * Math.min(maxGlow, glowShare * fontSize),
      });
    });
  });
};

/** Returns the areas of a text's non-empty lines, without padding, in pixels. @param ctx used to measure. */
export function textLineAreas(ctx: Canvas2D, layer: TextLayer, box: Box): Rect[] {
  const { fontSize, lines } = layoutText(ctx, layer, box);
  return lineAreas(ctx, placeLines(lines, fontSize, layer, textRoom(layer, box)), layer.lineHeight * fontSize);
}

/**
 * Returns font size and lines of a text in its box, minus the padding of a background. Leaves the canvas's font at that
 * size.
 * @param ctx used to measure.
 */
export function layoutText(ctx: Canvas2D, layer: TextLayer, whole: Size): FittedText {
  const box = textRoom(layer, whole);
  setLetters(ctx, layer);
  const measure = measureIn(ctx, layer);
  const own = Number.parseFloat(layer.fontSize);
  const fitted = layer.fitText
    ? fitText(layer.text, box, layer.lineHeight, measure)
    : { fontSize: own, lines: wrapText(layer.text, box.width, own, measure) };
  setFont(ctx, layer, fitted.fontSize);
  return fitted;
}

/** Returns everything that a text can touch before its box is rotated, in pixels. */
export function textReach(layer: TextLayer, box: Box): Rect {
  const fontSize = largestFontSize(layer, box);
  const glow = glowReach(layer, fontSize);
  const padding = hasBackground(layer) ? layer.padding : 0;
  const margin = layer.outlineWidth / 2 + overhangOf(layer) * fontSize + glow + padding + shadowReach(layer);
  const lines = overflow(layer, textRoom(layer, box));
  const aside = margin + Math.max(0, lines.width - box.width);
  const height = Math.max(box.height, lines.height);
  const top = box.y + (box.height - height) * { top: 0, middle: 0.5, bottom: 1 }[layer.verticalAlign];
  return { x: box.x - aside, y: top - margin, width: box.width + 2 * aside, height: height + 2 * margin };
}

/** Returns the largest radius of a text's glow, in pixels. */
export function glowReach({ animation }: TextLayer, fontSize: number): number {
  return animation?.id === 'text-flicker-in-glow' ? BLUR_REACH * Math.min(maxGlow, glowShare * fontSize) : 0;
}

function largestFontSize(layer: TextLayer, box: Size): number {
  if (!layer.fitText) return Number.parseFloat(layer.fontSize);
  if (!isUsable(box)) return FALLBACK_FONT_SIZE;
  return Math.min(MAX_FONT_SIZE, Math.max(MIN_FONT_SIZE, box.height / layer.lineHeight));
}

/**
 * Returns the largest size of a text's lines if fitting does not bound them: letters count as 1.25 em wide, plus letter
 * spacing.
 */
function overflow(layer: TextLayer, box: Size): Size {
  const smallest = isUsable(box) ? MIN_FONT_SIZE : FALLBACK_FONT_SIZE;
  const fontSize = layer.fitText ? smallest : Number.parseFloat(layer.fontSize);
  const letter = (1.25 + Math.max(0, layer.letterSpacing)) * fontSize;
  const lengths = paragraphsOf(layer.text).map((paragraph) => paragraph.length);
  const unwrapped = Math.max(...lengths) * letter;
  if (!(box.width > 0) || !isUsable({ ...box, height: 1 }))
    return { width: unwrapped, height: lengths.length * layer.lineHeight * fontSize };
  // Two adjacent lines are together wider than the box; otherwise they would be one.
  const lines = lengths.reduce(
    (sum, length) => sum + Math.min(Math.max(1, length), 1 + Math.floor((2 * length * letter) / box.width)),
    0,
  );
  return { width: Math.min(unwrapped, Math.max(letter, box.width)), height: lines * layer.lineHeight * fontSize };
}

function isUsable(box: Size): boolean {
  return box.width > 0 && box.height > 0 && Number.isFinite(box.width + box.height);
}

/**
 * Returns the visible part of lines during typing, with letters at their final positions.
 * @param ctx has the text's font and direction. @param share of all letters, 0 to 1.
 */
function writtenPart(ctx: Canvas2D, placed: PlacedLines, share: number): PlacedLines {
  if (share >= 1) return placed;
  const lines = placed.lines.map((line) => ({ ...line, letters: graphemesOf(line.text) }));
  let left = Math.floor(share * lines.reduce((sum, { letters }) => sum + letters.length, 0) + 1e-9);
  // A line grows from its beginning, regardless of its alignment.
  const begin = ctx.direction === 'rtl' ? 'right' : 'left';
  const across = { left: 0, center: 0.5, right: 1 };
  const written = lines.map(({ letters, text, x, ...line }) => {
    const count = Math.min(left, letters.length);
    left -= count;
    const width = widthOf(ctx, text) * (across[begin] - across[placed.align]);
    return { ...line, x: x + width, text: letters.slice(0, count).join('') };
  });
  return { align: begin, lines: written };
}
