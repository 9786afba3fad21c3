import { type ShownCues, shownCues } from '../kinds/cueStates.ts';
import { isLight, isTransparent } from '../layout/color.ts';
import type { Rect } from '../layout/fit.ts';
import { centerOf } from '../layout/point.ts';
import { union } from '../layout/rect.ts';
import { wrapText } from '../layout/textFit.ts';
import { directionOf, paragraphsOf } from '../layout/words.ts';
import type { Lettering, SubtitlesLayer, TextLayer } from '../project/layers.ts';
import type { Canvas2D, Painter } from './canvas.ts';
import { paintAsGroup } from './group.ts';
import { addRounded } from './rounded.ts';
import { paintWithShadow } from './shadow.ts';
import { BOX_PADDING, MARK_MARGIN, subtitlesReach } from './subtitlesReach.ts';
import { subtitlesRegion } from './subtitlesRegion.ts';
import { hasBackground, paintTextBackground, textRoom } from './textBackground.ts';
import { gradientOf } from './textGradient.ts';
import {
  boldThickness,
  type Line,
  type Look,
  lineAreas,
  measureIn,
  paintLines,
  placeLines,
  setFont,
  setLetters,
  tailOf,
} from './textLines.ts';
import { type WordPart, wordParts } from './wordParts.ts';

/** Corner radius of the box behind a spoken word, as a share of the font size. */
const BOX_RADIUS = 0.16;
/** The line below a spoken word: its distance from the baseline and its height, as shares of the font size. */
const UNDERLINE = { below: 0.14, height: 0.1 };
/** Most that a spoken word is enlarged. */
const MOST_GROWTH = 1.2;

/**
 * Paints the visible cues as a text of fixed size: each line in its own direction, and spoken words by the highlight
 * style. Ink outside `subtitlesReach` is clipped.
 */
export const paintSubtitles: Painter<SubtitlesLayer> = (ctx, layer, env) => {
  const { box, animation } = env;
  const shown = seenOf(layer, shownCues(layer, animation.time));
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
    const areas = lineAreas(target, placed, layer.lineHeight * fontSize);
    paintGround(target, text, areas);
    const look = {
      ...{ color: layer.color, outline: layer.textShadow, outlineWidth: layer.outlineWidth, glow: 0 },
      gradient: gradientOf(
        text,
        () => areas,
        (color) => color,
      ),
      thickness: boldThickness(layer, fontSize),
    };
    paintWithShadow(target, env, layer, reach, (on) => {
      setLetters(on, text, fontSize);
      if (layer.highlight) paintWords(on, layer, lines.flatMap(partsIn(on, layer, shown)), look);
      else paintLines(on, { ...placed, lines }, look);
    });
    target.restore();
  });
};

/** Returns subtitles as a text layer with one of their texts, using the same region's glyphs for all of them. */
export function asText(subtitles: SubtitlesLayer, text: string): TextLayer & Pick<Lettering, 'region'> {
  const { cues: _, highlight: _on, highlightColor: _color, highlightStyle: _style, ...layer } = subtitles;
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

/** A word, or the space between two, positioned by its left end. */
interface PlacedWord extends Line, Pick<WordPart, 'isSpoken' | 'isUpcoming'> {
  /** In pixels, with the spacing after its last letter. */
  width: number;
}

/** Splits lines into words with their positions. */
function partsIn(ctx: Canvas2D, { textAlign }: SubtitlesLayer, shown: ShownCues) {
  return ({ text, offset, direction, x, ...place }: Line & WrittenLine): PlacedWord[] => {
    const parts = wordParts(text, offset, direction, shown).map((part) => ({
      ...part,
      width: ctx.measureText(part.text).width,
    }));
    const width = parts.reduce((sum, part) => sum + part.width, 0) - tailOf(ctx, parts.at(-1)?.text ?? '');
    let left = x - width * { left: 0, center: 0.5, right: 1 }[textAlign];
    return parts.map((part) => {
      const word = { ...place, ...part, direction, x: left };
      left += part.width;
      return word;
    });
  };
}

/** Paints words, with the spoken ones in the layer's highlight style. */
function paintWords(ctx: Canvas2D, layer: SubtitlesLayer, words: readonly PlacedWord[], look: Look): void {
  const { highlightStyle: style, highlightColor: color } = layer;
  const others = words.filter(({ isSpoken, isUpcoming }) => !isSpoken && !(isUpcoming && style === 'reveal'));
  const spoken = words.filter(({ isSpoken }) => isSpoken);
  const isPlain = isTransparent(color);
  const colored = isPlain ? spoken : inColor(spoken, color);
  const paint = (lines: readonly Line[], as = look) => paintLines(ctx, { align: 'left', lines: [...lines] }, as);
  switch (style) {
    case 'box':
      paint(others);
      if (isPlain) {
        paint(spoken);
        break;
      }
      paintMarks(ctx, layer, spoken);
      // An outline would blur letters that contrast with the box.
      paint(inColor(spoken, isLight(color) ? '#000000' : '#ffffff'), { ...look, outline: 'none' });
      break;
    case 'grow':
      paint(others);
      for (const word of colored) enlarge(ctx, layer, word, () => paint([word]));
      break;
    case 'underline':
      paintMarks(ctx, layer, spoken);
      paint([...others, ...spoken]);
      break;
    default:
      paint([...others, ...colored]);
  }
}

function inColor(words: readonly PlacedWord[], color: string): PlacedWord[] {
  return words.map((word) => ({ ...word, color }));
}

/** Paints a box or a line in the highlight color behind words. */
function paintMarks(ctx: Canvas2D, layer: SubtitlesLayer, words: readonly PlacedWord[]): void {
  const fontSize = Number.parseFloat(layer.fontSize);
  const isLine = layer.highlightStyle === 'underline';
  ctx.beginPath();
  for (const { x, y, top, width, text } of words) {
    const inside = width - tailOf(ctx, text);
    const mark = isLine
      ? { x, y: y + UNDERLINE.below * fontSize, width: inside, height: UNDERLINE.height * fontSize }
      : {
          ...{ x: x - BOX_PADDING * fontSize, width: inside + 2 * BOX_PADDING * fontSize },
          ...{ y: top, height: layer.lineHeight * fontSize },
        };
    addRounded(ctx, mark, isLine ? mark.height / 2 : BOX_RADIUS * fontSize);
  }
  ctx.fillStyle = layer.highlightColor;
  ctx.fill();
}

/** Paints with a word enlarged around its center, by less than the space next to it. */
function enlarge(ctx: Canvas2D, layer: SubtitlesLayer, { x, top, width }: PlacedWord, paint: () => void): void {
  const fontSize = Number.parseFloat(layer.fontSize);
  const scale = Math.min(MOST_GROWTH, 1 + (2 * MARK_MARGIN * fontSize) / Math.max(1, width));
  const middle = centerOf({ x, y: top, width, height: layer.lineHeight * fontSize });
  ctx.save();
  ctx.translate(middle.x * (1 - scale), middle.y * (1 - scale));
  ctx.scale(scale, scale);
  paint();
  ctx.restore();
}

/** Returns the visible text of cues: for the style `single`, only the spoken words; undefined for none. */
function seenOf(layer: SubtitlesLayer, shown: ShownCues | undefined): ShownCues | undefined {
  if (!shown || !layer.highlight || layer.highlightStyle !== 'single') return shown;
  if (shown.spoken.length === 0) return undefined;
  const words = shown.spoken.map(([from, to]) => shown.text.slice(from, to));
  const text = words.join('\n');
  return { text, spoken: [[0, text.length]], upcoming: [] };
}
