import * as z from 'zod';
import { HUE_ROTATE_COLOR } from '../edit/animate.ts';
import { printPercent } from '../edit/percent.ts';
import type { Size } from '../layout/box.ts';
import { graphemesOf } from '../layout/words.ts';
import { color, colorOrNone, strictRatio } from '../project/fields.ts';
import {
  ANIMATED_SCENE_SECONDS,
  MAX_CUSTOM_SECONDS,
  MAX_FONT_SIZE,
  MAX_TEXT_LENGTH,
  MIN_CUSTOM_SECONDS,
  MIN_FONT_SIZE,
} from '../project/limits.ts';
import { messages } from '../project/messages.ts';
import { parseProject } from '../project/parse.ts';
import { problem } from '../project/problems.ts';
import { field } from './field.ts';
import { frameOf, ratioTexts } from './frame.ts';
import type { LayerInput } from './source.ts';
import type { Tool } from './tool.ts';

const share = z.number().min(-100).max(100);

/** A positioned text; sizes in pixels of a frame 480 wide, positions in percent of the frame. */
export const textObject = z.object({
  id: z.string().min(1).max(100).optional(),
  text: z.string().max(MAX_TEXT_LENGTH),
  font: field(z.string().min(1).max(128).optional(), {
    title: 'Font',
    description: 'font family; default: set by the tool',
    control: 'font',
  }),
  /** Default: 500 for Impact, otherwise 600. */
  fontWeight: z.coerce.number().min(1).max(1000).optional(),
  color: field(color.optional(), {
    title: 'Text color',
    description: 'color of the text; default: set by the tool',
    control: 'color',
  }),
  fontSize: field(z.number().min(MIN_FONT_SIZE).max(MAX_FONT_SIZE).default(30), {
    title: 'Text size',
    description: 'size of the text on a frame 480 pixels wide',
  }),
  /** Position of its upper left corner. */
  xPos: share.default(10),
  yPos: share.default(10),
  outline: field(colorOrNone.default('none'), {
    title: 'Outline',
    description: 'color of the outline, or none',
    control: 'color',
  }),
});

const settings = z.object({
  animationText: field(z.string().max(MAX_TEXT_LENGTH).default('Your text here'), {
    title: 'Text',
    description: 'text',
    control: 'lines',
  }),
  animationTemplate: field(
    z.enum(['typewriter', 'text-focus-in', 'text-flicker-in-glow', 'hue-rotate']).default('typewriter'),
    {
      title: 'Animation',
      description: 'entrance of the text',
      choices: {
        ...{ typewriter: 'Typewriter', 'text-focus-in': 'Fade', 'text-flicker-in-glow': 'Flicker' },
        'hue-rotate': 'Hue Rotate',
      },
    },
  ),
  backgroundColor: field(color.default('black'), {
    title: 'Background',
    description: 'color of the background',
    control: 'color',
  }),
  font: field(z.string().min(1).max(128).default('Arial'), {
    title: 'Font',
    description: 'font family',
    control: 'font',
  }),
  color: field(color.default('white'), {
    title: 'Text color',
    description: 'color of the text; Hue Rotate starts white text as blue, because white has no hue',
    control: 'color',
  }),
  textDuration: field(z.number().min(MIN_CUSTOM_SECONDS).max(MAX_CUSTOM_SECONDS).default(ANIMATED_SCENE_SECONDS), {
    title: 'Length',
    description: 'length of the video',
    unit: 's',
  }),
  ratio: field(strictRatio.default('1:1'), ratioTexts),
  textObjects: z.array(textObject).max(50).default([]).describe('additional texts with their own positions'),
});

type TextSettings = z.output<typeof settings>;

/** Long side of the frame, in pixels. */
const LONG_SIDE = 1280;
/** Frame width that sizes of text objects refer to, in pixels. */
const UNIT_WIDTH = 480;
/** Typewriter seconds per letter, and the largest share of the video for typing. */
const LETTER_SECONDS = 0.08;
const MOST_TYPING = 0.8;

/** Text video: animated text on a color. */
export const textVideo: Tool<typeof settings> = {
  id: 'text-video',
  title: 'Text video',
  route: '/text-video',
  summary: 'Create a video with animated text.',
  inputs: { min: 0, max: 0, kinds: [] },
  settings,
  flags: ['isTextVideo'],
  compile(chosen) {
    const size = frameOf(chosen.ratio, LONG_SIDE);
    const layers = [...objectLayers(chosen, size), ...mainLayer(chosen)];
    if (layers.length === 0)
      return { ok: false, problems: [problem('settings.invalid', ['animationText'], messages.textMissing)] };
    const { backgroundColor: background, textDuration: duration } = chosen;
    return parseProject({
      ...{ ...size, ratio: chosen.ratio, name: 'text' },
      scenes: [{ id: 'scene', background, duration, isImageVideo: true, layers }],
    });
  },
};

function mainLayer(chosen: TextSettings): LayerInput[] {
  const { animationText: text, font } = chosen;
  if (text.trim() === '') return [];
  const position = { x: '10%', y: '25%', width: '80%', height: '50%' };
  return [{ id: 'text', type: 'text', text: text.trim(), ...lookOf(chosen, text, { font }), position }];
}

function objectLayers(chosen: TextSettings, size: Size): LayerInput[] {
  return chosen.textObjects.flatMap(({ text, xPos, yPos, fontSize, outline, ...own }, index): LayerInput[] => {
    if (text.trim() === '') return [];
    const look = lookOf(chosen, text, { font: own.font ?? chosen.font, weight: own.fontWeight, color: own.color });
    return [
      {
        ...{ id: `object-${index + 1}`, type: 'text', text, ...look, textAlign: 'left', verticalAlign: 'top' },
        ...{
          fitText: false,
          fontSize: `${Math.min(2000, (fontSize * size.width) / UNIT_WIDTH)}px`,
          textShadow: outline,
        },
        position: { x: `${xPos}%`, y: `${yPos}%`, width: printPercent(Math.max(10, 100 - xPos)), height: '20%' },
      },
    ];
  });
}

function lookOf(
  chosen: TextSettings,
  text: string,
  own: { font: string; weight?: number | undefined; color?: string | undefined },
) {
  const { animationTemplate: id, textDuration } = chosen;
  const weight = own.weight ?? (own.font === 'Impact' ? 500 : 600);
  const chosenColor = own.color ?? chosen.color;
  const typing = Math.min(MOST_TYPING * textDuration, LETTER_SECONDS * graphemesOf(text.trim()).length);
  return {
    fontFamily: own.font,
    fontWeight: weight >= 600 ? ('bold' as const) : ('normal' as const),
    color: id === 'hue-rotate' && /^(white|#fff(fff)?)$/i.test(chosenColor) ? HUE_ROTATE_COLOR : chosenColor,
    textShadow: 'none',
    animation: { id, ...(id === 'typewriter' ? { duration: Math.max(0.05, typing) } : {}) },
  };
}
