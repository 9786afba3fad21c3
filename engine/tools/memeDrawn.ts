import { printPercent } from '../edit/percent.ts';
import type { Rect } from '../layout/fit.ts';
import { parsePath, pathBounds, placePath, printPath } from '../layout/path.ts';
import { MIN_FONT_SIZE } from '../project/limits.ts';
import type { ProjectInput } from '../project/project.ts';
import type { Area, Drawing, Place } from './memeArea.ts';
import { evenSide, type LayerInput } from './source.ts';
import { lineCount } from './textRoom.ts';

/** Width of drawings, in units. */
export const UNIT_WIDTH = 480;
/** Long side of the result, in pixels. */
const LONG_SIDE = 1280;

/** Texts and their style; sizes in units. */
export interface Lettering {
  topText: string;
  bottomText: string;
  font: string;
  textColor: string;
  textSize: number;
  alignment: 'left' | 'center' | 'right';
  lineHeight: number;
}

/** Creates a meme without a file: a still of a drawing with the texts in their places. */
export function drawnMeme(drawing: Drawing, chosen: Lettering): ProjectInput {
  const scale = LONG_SIDE / Math.max(UNIT_WIDTH, drawing.height);
  const size = { width: evenSide(UNIT_WIDTH * scale), height: evenSide(drawing.height * scale) };
  const isWritten = { top: chosen.topText.trim() !== '', bottom: chosen.bottomText.trim() !== '' };
  const texts = [
    { id: 'top', text: chosen.topText, place: drawing.top },
    { id: 'bottom', text: chosen.bottomText, place: drawing.bottom },
  ].filter(({ text }) => text.trim() !== '');
  const areas = drawing.areas
    .filter((area) => !area.with || isWritten[area.with])
    .map((area, index) => areaLayer(`area-${index + 1}`, area, drawing, scale));
  const layers = [...texts.map((one) => writtenLayer(one, chosen, drawing, scale)), ...areas.reverse()];
  return {
    ...{ ...size, ratio: `${size.width}:${size.height}`, isImage: true, name: 'meme' },
    scenes: [{ id: 'scene', background: drawing.background, layers }],
  };
}

/** Converts an area of a drawing to a shape layer. */
function areaLayer(id: string, { path, fill, stroke, width = 0 }: Area, drawing: Frame, scale: number): LayerInput {
  const steps = parsePath(path);
  const bounds = pathBounds(steps) ?? { x: 0, y: 0, width: 1, height: 1 };
  // A straight line has no height.
  const own = { ...bounds, width: Math.max(1, bounds.width), height: Math.max(1, bounds.height) };
  return {
    ...{ id, type: 'shape', shapeType: 'svg', background: fill, stroke: stroke ?? 'none', lineCap: 'round' },
    lineWidth: stroke ? width * scale : 0,
    svgData: printPath(placePath(steps, 1, 1, -own.x, -own.y)),
    position: { ...positionOf(own, drawing), svg_width: own.width, svg_height: own.height },
  };
}

type Frame = Pick<Drawing, 'height'>;

/** Creates a vertically centered text; smaller than requested if it does not fit. */
function writtenLayer(
  { id, text, place }: { id: string; text: string; place: Place },
  chosen: Lettering,
  drawing: Frame,
  scale: number,
): LayerInput {
  const lineHeight = Math.min(4, Math.max(0.5, chosen.lineHeight / chosen.textSize));
  const size = fittingSize(text, place, { ...chosen, lineHeight });
  return {
    ...{ id, type: 'text', text: text.trim(), textAlign: chosen.alignment, fontFamily: chosen.font, fitText: false },
    ...{ fontSize: `${Number((size * scale).toFixed(3))}px`, lineHeight, color: chosen.textColor, textShadow: 'none' },
    position: positionOf(place, drawing),
  };
}

/** Returns the requested size of a text, or the largest smaller integer size at which all lines fit; in units. */
function fittingSize(text: string, place: Place, { font, textSize, lineHeight }: Lettering): number {
  const isWhole = (word: string, size: number) => lineCount(word, place.width, size, font) <= 1;
  const words = text.split(/\s+/);
  const fits = (size: number) =>
    lineCount(text, place.width, size, font) * size * Math.max(1, lineHeight) <= place.height &&
    (size <= WORDS_BREAK_BELOW || words.every((word) => isWhole(word, size)));
  for (let size = textSize; size > MIN_FONT_SIZE; size = Math.ceil(size) - 1) if (fits(size)) return size;
  return MIN_FONT_SIZE;
}

/** Text is shrunk to avoid breaking words, but not below this size; in units. */
const WORDS_BREAK_BELOW = 14;

function positionOf({ x, y, width, height }: Rect, drawing: Frame) {
  return {
    x: printPercent((100 * x) / UNIT_WIDTH),
    y: printPercent((100 * y) / drawing.height),
    width: printPercent((100 * width) / UNIT_WIDTH),
    height: printPercent((100 * height) / drawing.height),
    rotation: 0,
  };
}
