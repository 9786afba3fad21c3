import { type ShownCues, shownCues } from '../kinds/cueStates.ts';
import { isTransparent } from '../layout/color.ts';
import type { Rect } from '../layout/fit.ts';
import { union } from '../layout/rect.ts';
import { wrapText } from '../layout/textFit.ts';
import { directionOf, paragraphsOf } from '../layout/words.ts';
import type { Lettering, SubtitlesLayer, TextLayer } from '../project/layers.ts';
import type { Canvas2D, Painter } from './canvas.ts';
import { paintAsGroup } from './group.ts';
import { paintWithShadow } from './shadow.ts';
import { subtitlesReach } from './subtitlesReach.ts';
import { subtitlesRegion } from './subtitlesRegion.ts';
import { hasBackground, paintTextBackground, textRoom } from './textBackground.ts';
import {
  boldThickness,
  type Line,
  lineAreas,
  measureIn,
  paintLines,
  placeLines,
  setFont,
  setLetters,
  tailOf,
} from './textLines.ts';
import { wordParts } from './wordParts.ts';

/**
 * Paints the visible cues as a text of fixed size: each line in its own direction, and spoken words in the highlight
 * color. Ink outside `subtitlesReach` is clipped.
 */
export const paintSubtitles: Painter<SubtitlesLayer> = (ctx, layer, env) => {
  const { box, animation } = env;
  const shown = shownCues(layer, animation.time);
  const reach = subtitlesReach(layer, box);
  if (!shown || !reach) return;
  const text = asText(layer, shown.text);
  const fontSize = Number.parseFloat(layer.fontSize);
  const room = textRoom(text, box);
  paintAsGroup(ctx, env, layer.globalAlpha, reach, (target) => {
    target.save();
    target.beginPath();
    target.rect(reach.x, reach.y, reach.width, reach.height);
    target.clip();
    const written = writtenLines(target, text, room.width, fontSize);
    const placed = placeLines(
      written.map((line) => line.text),
      fontSize,
      text,
      room,
    );
    const lines = placed.lines.map((line, i) => ({ ...line, ...(written[i] as WrittenLine) }));
    paintGround(target, text, lineAreas(target, placed, layer.lineHeight * fontSize));
    const look = {
      ...{ color: layer.color, outline: layer.textShadow, outlineWidth: layer.outlineWidth, glow: 0 },
      thickness: boldThickness(layer, fontSize),
    };
    paintWithShadow(target, env, layer, reach, (on) => {
      setLetters(on, text, fontSize);
      if (layer.highlight) paintLines(on, { align: 'left', lines: lines.flatMap(partsIn(on, layer, shown)) }, look);
      else paintLines(on, { ...placed, lines }, look);
    });
    target.restore();
  });
};

/** Returns subtitles as a text layer with one of their texts, using the same region's glyphs for all of them. */
export function asText(subtitles: SubtitlesLayer, text: string): TextLayer & Pick<Lettering, 'region'> {
  const { cues: _, highlight: _on, highlightColor: _color, ...layer } = subtitles;
  return { ...layer, type: 'text', text, fitText: false, region: subtitlesRegion(subtitles) };
}

interface WrittenLine {
  text: string;
  direction: 'ltr' | 'rtl';
  /** Offset of its first character in the whole visible text. */
  offset: number;
}

/** Wraps a text, each paragraph separately. Leaves the canvas's font at the text's size. */
function writtenLines(ctx: Canvas2D, layer: TextLayer, width: number, fontSize: number): WrittenLine[] {
  setLetters(ctx, layer);
  const measure = measureIn(ctx, layer);
  let at = 0;
  const lines = paragraphsOf(layer.text).flatMap((paragraph) => {
    const direction = directionOf(paragraph);
    ctx.direction = direction;
    return wrapText(paragraph, width, fontSize, measure).map((text): WrittenLine => {
      const offset = layer.text.indexOf(text, at);
      at = offset + text.length;
      return { text, direction, offset };
    });
  });
  setFont(ctx, layer, fontSize);
  return lines;
}

/** Paints a background behind each line, or one behind all lines, because the layer's box is mostly empty. */
function paintGround(ctx: Canvas2D, layer: TextLayer, areas: readonly Rect[]): void {
  if (!hasBackground(layer) || areas.length === 0) return;
  const grounds = layer.backgroundStyle === 'box' ? [areas.reduce((all, area) => union(all, area))] : areas;
  const box = { x: 0, y: 0, width: 0, height: 0, rotation: 0 };
  paintTextBackground(ctx, { ...layer, backgroundStyle: 'wrap' }, box, grounds, layer.background);
}

/** Splits lines into words with their positions. @returns lines positioned by their left ends. */
function partsIn(ctx: Canvas2D, { textAlign, highlightColor }: SubtitlesLayer, { spoken }: ShownCues) {
  return ({ text, offset, direction, x, ...place }: Line & WrittenLine): Line[] => {
    const parts = wordParts(text, offset, direction, spoken).map((part) => ({
      ...part,
      width: ctx.measureText(part.text).width,
    }));
    const width = parts.reduce((sum, part) => sum + part.width, 0) - tailOf(ctx, parts.at(-1)?.text ?? '');
    let left = x - width * { left: 0, center: 0.5, right: 1 }[textAlign];
    return parts.map((part) => {
      const line = { ...place, text: part.text, direction, x: left };
      left += part.width;
      return part.isSpoken && !isTransparent(highlightColor) ? { ...line, color: highlightColor } : line;
    });
  };
}
