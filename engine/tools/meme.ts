import * as z from 'zod';
import { printPercent } from '../edit/percent.ts';
import { color } from '../project/fields.ts';
import { MAX_SIDE } from '../project/limits.ts';
import { parseProject } from '../project/parse.ts';
import type { ProjectInput } from '../project/project.ts';
import { field } from './field.ts';
import type { Drawing } from './memeArea.ts';
import { drawings } from './memeDrawings.ts';
import { drawnMeme, UNIT_WIDTH } from './memeDrawn.ts';
import { evenSide, MAX_TOOL_SIDE, oneVisible, projectOf } from './source.ts';
import { spanFields } from './spanFields.ts';
import { lineCount } from './textRoom.ts';
import type { SourceMedia, Tool } from './tool.ts';

const drawingNames = Object.keys(drawings) as (keyof typeof drawings)[];

/** Sizes refer to an image of UNIT_WIDTH, so memes look alike for any image size. */
const settings = z.object({
  topText: field(z.string().max(1000).default('Top meme text'), {
    title: 'Top text',
    description: 'text above the image; empty: none',
    control: 'lines',
  }),
  bottomText: field(z.string().max(1000).default(''), {
    title: 'Bottom text',
    description: 'text below the image; empty: none',
    control: 'lines',
  }),
  font: field(z.string().min(1).max(128).default('Arial'), {
    title: 'Font',
    description: 'font family',
    control: 'font',
  }),
  textColor: field(color.default('#000000'), {
    title: 'Text color',
    description: 'color of the text',
    control: 'color',
  }),
  textSize: field(z.number().min(6).max(200).default(30), {
    title: 'Text size',
    description: 'size of the text in pixels, for an image 480 pixels wide',
  }),
  lineHeight: field(z.number().min(6).max(400).default(36), {
    title: 'Line height',
    description: 'distance between lines, in the unit of the text size',
  }),
  alignment: field(z.enum(['left', 'center', 'right']).default('left'), {
    title: 'Alignment',
    description: 'position of the lines',
    choices: { left: 'Left', center: 'Center', right: 'Right' },
  }),
  template: field(z.enum(['white', ...drawingNames]).default('white'), {
    title: 'Template',
    description: 'drawing to use without a file; white: no drawing, or bars above and below a file',
    choices: {
      white: 'White',
      ...Object.fromEntries(drawingNames.map((name) => [name, drawings[name].title])),
    },
  }),
  ...spanFields,
});

/** A white background, for a meme of text alone. */
const sheet: Drawing = {
  ...{ title: 'White', height: 360, background: '#ffffff', areas: [] },
  top: { x: 24, y: 16, width: 432, height: 156 },
  bottom: { x: 24, y: 188, width: 432, height: 156 },
};

type MemeSettings = z.output<typeof settings>;

/** Padding around the text of a bar, in units. */
const PADDING = 12;

/**
 * Meme Generator: a white bar above the image, and below it if there is bottom text, as high as its lines. An image
 * results in an image, an animated GIF in a GIF, a video in an MP4. Without a file the texts are placed in one of our
 * drawings.
 */
export const meme: Tool<typeof settings> = {
  id: 'meme',
  title: 'Meme Generator',
  route: '/meme-maker',
  summary: 'Put text above and below an image, GIF or video, or into a drawing.',
  inputs: { ...oneVisible, min: 0 },
  settings,
  flags: ['isMeme'],
  compile(chosen, sources) {
    const [source] = sources;
    if (!source)
      return parseProject(drawnMeme(chosen.template === 'white' ? sheet : drawings[chosen.template], chosen));
    const layout = layoutOf(chosen, source);
    const texts = textLayers(chosen, layout);
    const size = { width: layout.width, height: layout.height };
    const place = { position: boxOf(layout, layout.top, layout.picture, 0) };
    const project = projectOf(source, { size, span: chosen, place, front: texts, background: '#ffffff' });
    return project.ok ? parseProject(project.value) : project;
  },
};

/** Positions of bars and image, in pixels from top to bottom. */
interface MemeLayout {
  width: number;
  height: number;
  top: number;
  picture: number;
  bottom: number;
  /** Pixels per unit. */
  scale: number;
}

/** Everything scales with the image's width; a meme that is too high for a canvas is scaled down. */
function layoutOf(chosen: MemeSettings, source: SourceMedia): MemeLayout {
  const picture = (UNIT_WIDTH * source.height) / source.width;
  const top = barHeight(chosen.topText, chosen);
  const bottom = barHeight(chosen.bottomText, chosen);
  const scale = Math.min(
    source.width / UNIT_WIDTH,
    MAX_TOOL_SIDE / Math.max(UNIT_WIDTH, picture),
    (MAX_SIDE - 6) / (top + picture + bottom),
  );
  const heights = { top: barSide(top * scale), picture: evenSide(picture * scale), bottom: barSide(bottom * scale) };
  const height = heights.top + heights.picture + heights.bottom;
  return { width: evenSide(UNIT_WIDTH * scale), height, ...heights, scale };
}

/** Returns the height of a text's bar, in units; 0 without text. */
function barHeight(text: string, { textSize, lineHeight, font }: MemeSettings): number {
  const lines = lineCount(text, UNIT_WIDTH - 2 * PADDING, textSize, font);
  return lines === 0 ? 0 : lines * Math.max(lineHeight, textSize) + 2 * PADDING;
}

function barSide(length: number): number {
  return length > 0 ? evenSide(length) : 0;
}

function textLayers(chosen: MemeSettings, layout: MemeLayout): NonNullable<ProjectInput['scenes'][number]['layers']> {
  const bars = [
    { id: 'top', text: chosen.topText, y: 0, height: layout.top },
    { id: 'bottom', text: chosen.bottomText, y: layout.top + layout.picture, height: layout.bottom },
  ];
  return bars
    .filter(({ height }) => height > 0)
    .map(({ id, text, y, height }) => ({
      id,
      type: 'text' as const,
      text: text.trim(),
      textAlign: chosen.alignment,
      fontFamily: chosen.font,
      fontSize: `${Number((chosen.textSize * layout.scale).toFixed(3))}px`,
      fitText: false,
      lineHeight: Math.min(4, Math.max(0.5, chosen.lineHeight / chosen.textSize)),
      color: chosen.textColor,
      textShadow: 'none',
      position: boxOf(layout, y, height, PADDING * layout.scale),
    }));
}

function boxOf(layout: MemeLayout, y: number, height: number, inset: number) {
  return {
    x: printPercent((100 * inset) / layout.width),
    y: printPercent((100 * y) / layout.height),
    width: printPercent(100 - (200 * inset) / layout.width),
    height: printPercent((100 * height) / layout.height),
    rotation: 0,
  };
}
