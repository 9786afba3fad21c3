import * as z from 'zod';
import { chromaKey } from './chromaKey.ts';
import { crop } from './crop.ts';
import type { EastAsianRegion } from './eastAsianRegion.ts';
import {
  audioTrack,
  color,
  colorOrNone,
  fontFamily,
  id,
  mediaUrl,
  pathData,
  percent,
  pixels,
  seconds,
} from './fields.ts';
import { animatedFields, animatedTextFields } from './layerMotion.ts';
import { MAX_BACKGROUND_SIDE, MAX_NAME_LENGTH, MAX_ROTATION, MAX_SIDE, MAX_TEXT_LENGTH } from './limits.ts';
import { pictureLook } from './pictureLook.ts';
import { cues, languageCode } from './subtitles.ts';
import { globalAlpha, letterFields } from './textStyle.ts';
import {
  ducking,
  type FilterName,
  motionFields,
  pictureEffects,
  pictureMotion,
  soundFields,
  speed,
} from './videoEffects.ts';

/** Where a layer stands: percentages of the canvas, rotation in degrees clockwise around the box's center. */
export const position = z.object({
  x: percent.default('0%'),
  y: percent.default('0%'),
  width: percent.default('100%'),
  height: percent.default('100%'),
  rotation: z.number().min(-MAX_ROTATION).max(MAX_ROTATION).default(0),
  /** Scale of an svg shape's path, and the path's own size in pixels. */
  scaleX: z.number().min(-1000).max(1000).optional(),
  scaleY: z.number().min(-1000).max(1000).optional(),
  svg_width: z.number().positive().max(1e6).optional(),
  svg_height: z.number().positive().max(1e6).optional(),
});

const natural = z.number().positive().max(65_536).optional();

const fieldName = z.string().min(1).max(MAX_NAME_LENGTH).optional();

/** What a template asks for in a layer, by the names of its fields. */
export const fieldNames = z.object({
  /** Of its words, or of its picture, video or sound. */
  content: fieldName,
  /** Of its color. */
  color: fieldName,
});

const common = {
  id,
  /** Without one, media is fitted into the canvas and centered; everything else fills the canvas. */
  position: position.optional(),
  lockAspectRatio: z.boolean().default(false),
  /** When it is seen or heard, seconds of its scene; absent: from the scene's start, to its end. */
  from: seconds.optional(),
  to: seconds.optional(),
  /** Where the media came from, such as "pastedLink". */
  source: z.string().max(2000).optional(),
  /** What people call it; absent: what it is and says. */
  name: z.string().max(MAX_NAME_LENGTH).optional(),
  /** Absent: a template leaves it as it is. */
  fieldNames: fieldNames.optional(),
  /** Layers of one scene with the same group are selected and moved as one; absent: it stands alone. */
  group: id.optional(),
  /** true: it stays where it is, and no pointer hits it on the canvas. */
  isLocked: z.boolean().optional(),
  /** true: it is neither seen nor heard anywhere; its scene lasts as long as with it. */
  isHidden: z.boolean().optional(),
};

const media = {
  url: mediaUrl,
  objectFit: z.enum(['cover', 'contain', 'fill']).default('cover'),
  /** Natural size in pixels; probed when absent. */
  width: natural,
  height: natural,
  /** Whom the picture is owed to, in one line: title, creator, license, place. */
  credit: z.string().max(2000).optional(),
  /** Absent: all of it is shown, as far as `objectFit` lets it. */
  crop: crop.optional(),
  /** Absent: nothing of it is cleared by its color. */
  chromaKey: chromaKey.optional(),
};

/** Animation of a text layer. `duration` is the length at default speed, seconds; speed slow doubles it, fast halves it. */
export const animation = z.object({
  id: z.enum(['none', 'text-focus-in', 'text-flicker-in-glow', 'hue-rotate', 'typewriter']).default('none'),
  duration: z.number().min(0.05).max(60).optional(),
  speed: z.enum(['slow', 'default', 'fast']).default('default'),
  /** How much of it went by before the layer is there, as in the second part of a text that was cut in two, seconds; absent: none. */
  at: seconds.optional(),
});

/** Words in a box. */
export const textLayer = z.object({
  ...common,
  ...animatedTextFields,
  type: z.literal('text'),
  text: z.string().max(MAX_TEXT_LENGTH).default('Sample text'),
  textAlign: z.enum(['left', 'center', 'right']).default('center'),
  /** A family by its name, or a file of one's own: its address, ending in .ttf, .otf or .woff2. */
  fontFamily: fontFamily.default('Arial'),
  fontSize: pixels.default('16px'),
  /** true: the size is fitted to the box. false: `fontSize` is used as it is. */
  fitText: z.boolean().default(true),
  /** Distance of two base lines as a multiple of the font size. */
  lineHeight: z.number().min(0.5).max(4).default(1.2),
  /** Where the lines stand in a box that is taller than they are. */
  verticalAlign: z.enum(['top', 'middle', 'bottom']).default('middle'),
  fontStyle: z.enum(['normal', 'italic']).default('normal'),
  fontWeight: z.enum(['normal', 'default', 'bold']).default('normal'),
  color: color.default('#000000'),
  /** Color of the outline; "none" or "transparent" for no outline. */
  textShadow: colorOrNone.default('white'),
  ...letterFields,
  animation: animation.optional(),
  /** Color behind the letters; it may be half-transparent. Seen only with a backgroundStyle. */
  background: colorOrNone.default('rgba(0, 0, 0, 0.6)'),
  /** wrap: a ground behind each line, as wide as it; box: one behind the whole box. */
  backgroundStyle: z.enum(['none', 'wrap', 'box']).default('none'),
  /** Room between the letters and the edge of their background, pixels of the canvas. */
  padding: z.number().min(0).max(MAX_BACKGROUND_SIDE).default(12),
  /** Radius of the background's corners, pixels of the canvas. */
  radius: z.number().min(0).max(MAX_BACKGROUND_SIDE).default(8),
});

/** A picture. */
export const imageLayer = z.object({
  ...common,
  ...animatedFields,
  ...media,
  type: z.literal('image'),
  /** Absent: it stands still. */
  motion: pictureMotion.optional(),
  ...pictureEffects,
  ...pictureLook,
});

/** What plays a source in time: its trim, loop and sound. */
const playedFields = {
  isMuted: z.boolean().default(false),
  audioTrack: audioTrack.optional(),
  isTrimmed: z.boolean().default(false),
  /** The trimmed span of the source, seconds; only used when isTrimmed. */
  startTime: seconds.default(0),
  endTime: seconds.optional(),
  /** Length of the source, seconds; probed when absent. */
  duration: seconds.optional(),
  /** duration: the span is played again and again; none: once, and a video's last frame is held. */
  loopMode: z.enum(['duration', 'none']).default('none'),
  /** How long the layer plays, seconds; absent: as long as one run. Longer than a run needs loopMode duration. */
  playLength: seconds.optional(),
  ...soundFields,
};

/** A video or converted GIF, with its trim and loop. */
export const videoLayer = z.object({
  ...common,
  ...animatedFields,
  ...media,
  type: z.literal('video'),
  ...playedFields,
  /** Frames a second of the source; probed when absent. */
  fps: z.number().min(0).max(100_000).optional(),
  /** An animated GIF: it always loops, has no sound and does not count for the scene's length. */
  converted_gif: z.boolean().default(false),
  gif_name: z.string().max(1000).optional(),
  ...motionFields,
  ...pictureEffects,
  ...pictureLook,
});

/** A sound of a scene: a voice-over, an effect, a piece of music. Any number may sound together. */
export const audioLayer = z.object({
  ...common,
  type: z.literal('audio'),
  url: mediaUrl,
  ...playedFields,
  speed,
  /** Absent: it stays as loud as it is. */
  ducking: ducking.optional(),
});

/** A line, arrow, rectangle, ellipse, triangle or path. */
export const shapeLayer = z.object({
  ...common,
  ...animatedFields,
  type: z.literal('shape'),
  shapeType: z.enum(['line', 'arrow', 'rectangle', 'ellipse', 'triangle', 'svg']),
  background: colorOrNone.default('#ffffff'),
  /** Color of the line, arrow or outline. */
  stroke: colorOrNone.default('#000000'),
  border: z.string().max(200).default('none'),
  /** Pixels of the canvas; absent: 20 for a line or arrow, else 0. */
  lineWidth: z.number().min(0).max(1e8).optional(),
  /** Absent: round for a line, butt for others. */
  lineCap: z.enum(['round', 'square', 'butt']).optional(),
  globalAlpha,
  pointerLength: z.number().min(0).max(MAX_SIDE).default(20),
  pointerWidth: z.number().min(0).max(MAX_SIDE).default(20),
  /** true: a two-sided arrow. */
  pointerAtBeginning: z.boolean().default(false),
  svgData: pathData.optional(),
});

/** A box that stands for a file to come. */
export const placeholderLayer = z.object({
  ...common,
  ...animatedFields,
  type: z.literal('placeholder'),
  background: colorOrNone.default('#eeeeee'),
  border: z.string().max(200).default('none'),
  objectFit: z.enum(['cover', 'contain', 'fill']).default('cover'),
  globalAlpha,
});

/** Where subtitles come from. */
const transcriptionFields = {
  /** BCP 47 code of the language of subtitles, such as "en-US"; absent: not known. */
  languageCode: languageCode.optional(),
  /** Id of the transcription that they were made by; absent: by hand. */
  transcriptionId: z.string().max(128).optional(),
  /** When that came to its end, ISO 8601. */
  finishedTranscribingAt: z.string().max(40).optional(),
};

/** Subtitles: cues that come and go in one box, all in one style. Cues that overlap stand below each other. */
export const subtitlesLayer = textLayer.omit({ text: true, fitText: true, animation: true }).extend({
  ...animatedFields,
  type: z.literal('subtitles'),
  cues,
  /** How much of them went by before the layer is there, as in the second part of a layer that was cut, seconds; absent: none. */
  at: seconds.optional(),
  fontSize: pixels.default('72px'),
  verticalAlign: z.enum(['top', 'middle', 'bottom']).default('bottom'),
  color: color.default('#ffffff'),
  textShadow: colorOrNone.default('none'),
  backgroundStyle: z.enum(['none', 'wrap', 'box']).default('wrap'),
  /** true: the word that is spoken has `highlightColor`. */
  highlight: z.boolean().default(false),
  highlightColor: color.default('#ffd54a'),
  ...transcriptionFields,
});

/** Any layer; `type` says which. */
export const layer = z.discriminatedUnion('type', [
  textLayer,
  imageLayer,
  videoLayer,
  shapeLayer,
  placeholderLayer,
  audioLayer,
  subtitlesLayer,
]);

/** What a template asks for in a layer, as parsed. */
export type FieldNames = z.infer<typeof fieldNames>;
/** Where a layer stands, as parsed. */
export type Position = z.infer<typeof position>;
/** An animation of a text, as parsed. */
export type Animation = z.infer<typeof animation>;
/** A text layer, as parsed. */
export type TextLayer = z.infer<typeof textLayer>;
/** What decides on the font files that letters need. */
export interface Lettering extends Pick<TextLayer, 'text' | 'fontFamily' | 'fontWeight' | 'fontStyle'> {
  /** In whose shapes East Asian letters are drawn; absent: as the text itself says. */
  region?: EastAsianRegion | undefined;
}
/** An image layer, as parsed. */
export type ImageLayer = z.infer<typeof imageLayer>;
/** A video layer, as parsed. */
export type VideoLayer = z.infer<typeof videoLayer>;
/** A shape layer, as parsed. */
export type ShapeLayer = z.infer<typeof shapeLayer>;
/** A placeholder layer, as parsed. */
export type PlaceholderLayer = z.infer<typeof placeholderLayer>;
/** A sound layer, as parsed. */
export type AudioLayer = z.infer<typeof audioLayer>;
/** A layer of subtitles, as parsed. */
export type SubtitlesLayer = z.infer<typeof subtitlesLayer>;
/** Any layer, as parsed. */
export type Layer = z.infer<typeof layer>;
/** A layer of any kind that shows or sounds a file. */
export type FileLayer = Extract<Layer, { url: string }>;
/** A layer of any kind that shows what is in a file, with filters. */
export type PictureLayer = Extract<FileLayer, { filterName: FilterName }>;
/** A layer of any kind that plays a file in time. */
export type PlayedLayer = Extract<FileLayer, { loopMode: string }>;
/** The kinds of layers. */
export type LayerType = Layer['type'];
/** A layer of one kind, as parsed. */
export type LayerOf<T extends LayerType> = Extract<Layer, { type: T }>;

/** The fields of a kind of layer with their defaults and limits. */
export function fieldsOfLayer(type: LayerType): z.ZodRawShape {
  return layer.options.find(({ shape }) => shape.type.value === type)?.shape ?? {};
}
