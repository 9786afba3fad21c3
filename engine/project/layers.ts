import * as z from 'zod';
import { chromaKey } from './chromaKey.ts';
import { colorGrade } from './colorGrade.ts';
import { crop } from './crop.ts';
import type { EastAsianRegion } from './eastAsianRegion.ts';
import { effectFields } from './effectFields.ts';
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
  signedSeconds,
} from './fields.ts';
import { animatedFields, animatedTextFields } from './layerMotion.ts';
import { MAX_BACKGROUND_SIDE, MAX_LANES, MAX_NAME_LENGTH, MAX_ROTATION, MAX_SIDE, MAX_TEXT_LENGTH } from './limits.ts';
import { pictureLook } from './pictureLook.ts';
import { cues, languageCode } from './subtitles.ts';
import { globalAlpha, letterFields } from './textStyle.ts';
import {
  ducking,
  type FilterName,
  imageMotion,
  motionFields,
  pictureEffects,
  speed,
  volumeFields,
} from './videoEffects.ts';

/** Position of a layer: percentages of the canvas, rotation in degrees clockwise around the center of the box. */
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

/** Names of the template fields that a layer provides. */
export const fieldNames = z.object({
  /** For its text or its media file. */
  content: fieldName,
  /** For its color. */
  color: fieldName,
});

const common = {
  id,
  /** Default: media is fitted into the canvas and centered; everything else fills the canvas. */
  position: position.optional(),
  lockAspectRatio: z.boolean().default(false),
  /** Span of the layer in seconds of its scene; default: the whole scene. */
  from: seconds.optional(),
  to: seconds.optional(),
  /** Row of the timeline, from 0; default: the first that is free. */
  lane: z.number().int().min(0).max(MAX_LANES).optional(),
  /** Origin of the media, such as "pastedLink". */
  source: z.string().max(2000).optional(),
  /** Name for display; default: derived from its kind and content. */
  name: z.string().max(MAX_NAME_LENGTH).optional(),
  /** Absent: the layer is not a template field. */
  fieldNames: fieldNames.optional(),
  /** Layers of one scene with the same group are selected and moved together; absent: not grouped. */
  group: id.optional(),
  /**
   * Layers with the same link, in any scene or in the whole project, are moved, split and removed together, such as a
   * video and its detached audio; absent: not linked.
   */
  link: id.optional(),
  /** true: the layer cannot be moved or hit by pointers on the canvas. */
  isLocked: z.boolean().optional(),
  /** true: the layer is neither visible nor audible; the scene's length does not change. */
  isHidden: z.boolean().optional(),
};

const media = {
  url: mediaUrl,
  objectFit: z.enum(['cover', 'contain', 'fill']).default('cover'),
  /** Natural size in pixels; probed if absent. */
  width: natural,
  height: natural,
  /** Attribution in one line: title, creator, license, place. */
  credit: z.string().max(2000).optional(),
  /** Absent: the whole file is visible, as far as `objectFit` allows. */
  crop: crop.optional(),
  /** Absent: no chroma key. */
  chromaKey: chromaKey.optional(),
  /** Absent: no color correction. */
  color: colorGrade.optional(),
};

/**
 * Animation of a text layer. `duration` is the length at default speed, in seconds; speed slow doubles it, fast halves
 * it.
 */
export const animation = z.object({
  id: z.enum(['none', 'text-focus-in', 'text-flicker-in-glow', 'hue-rotate', 'typewriter']).default('none'),
  duration: z.number().min(0.05).max(60).optional(),
  speed: z.enum(['slow', 'default', 'fast']).default('default'),
  /** Seconds of the animation before the layer's start, as in the second part of a split text; default: 0. */
  at: seconds.optional(),
});

/** Text in a box. */
export const textLayer = z.object({
  ...common,
  ...animatedTextFields,
  ...effectFields,
  type: z.literal('text'),
  text: z.string().max(MAX_TEXT_LENGTH).default('Sample text'),
  textAlign: z.enum(['left', 'center', 'right']).default('center'),
  /** A family by name, or the address of a font file ending in .ttf, .otf or .woff2. */
  fontFamily: fontFamily.default('Arial'),
  fontSize: pixels.default('16px'),
  /** true: the font size is fitted to the box. false: `fontSize` is used. */
  fitText: z.boolean().default(true),
  /** Distance of two baselines as a multiple of the font size. */
  lineHeight: z.number().min(0.5).max(4).default(1.2),
  /** Alignment of the lines in a taller box. */
  verticalAlign: z.enum(['top', 'middle', 'bottom']).default('middle'),
  fontStyle: z.enum(['normal', 'italic']).default('normal'),
  fontWeight: z.enum(['normal', 'default', 'bold']).default('normal'),
  color: color.default('#000000'),
  /** The letters change from `color` to this one across the text; "none" or absent: they have one color. */
  gradientColor: colorOrNone.optional(),
  /** Direction of that change, as in CSS: 90 degrees to the right, 180 down. Default: 180. */
  gradientAngle: z.number().min(0).max(360).optional(),
  /** Color of the outline; "none" or "transparent" for no outline. */
  textShadow: colorOrNone.default('white'),
  ...letterFields,
  animation: animation.optional(),
  /** Color behind the text, possibly translucent. Visible only with a backgroundStyle. */
  background: colorOrNone.default('rgba(0, 0, 0, 0.6)'),
  /** wrap: a background behind each line, as wide as the line; box: one behind the whole box. */
  backgroundStyle: z.enum(['none', 'wrap', 'box']).default('none'),
  /** Space between text and edge of the background, in pixels of the canvas. */
  padding: z.number().min(0).max(MAX_BACKGROUND_SIDE).default(12),
  /** Corner radius of the background, in pixels of the canvas. */
  radius: z.number().min(0).max(MAX_BACKGROUND_SIDE).default(8),
});

/** A still image. */
export const imageLayer = z.object({
  ...common,
  ...animatedFields,
  ...effectFields,
  ...media,
  type: z.literal('image'),
  /** Absent: the image does not move. */
  motion: imageMotion.optional(),
  ...pictureEffects,
  ...pictureLook,
});

/** Playback fields: trim, loop and audio. */
const playedFields = {
  isMuted: z.boolean().default(false),
  audioTrack: audioTrack.optional(),
  isTrimmed: z.boolean().default(false),
  /** The trimmed span of the source in seconds; used only if isTrimmed. */
  startTime: seconds.default(0),
  endTime: seconds.optional(),
  /** Length of the source in seconds; probed if absent. */
  duration: seconds.optional(),
  /** duration: the span repeats; none: it plays once, and a video holds its last frame. */
  loopMode: z.enum(['duration', 'none']).default('none'),
  /** How long the layer plays, in seconds; default: once through. Longer values need loopMode duration. */
  playLength: seconds.optional(),
  ...volumeFields,
};

/** A video or converted GIF, with its trim and loop. */
export const videoLayer = z.object({
  ...common,
  ...animatedFields,
  ...effectFields,
  ...media,
  type: z.literal('video'),
  ...playedFields,
  /** Frame rate of the source; probed if absent. */
  fps: z.number().min(0).max(100_000).optional(),
  /** An animated GIF: it always loops, has no audio and does not count for the scene's length. */
  converted_gif: z.boolean().default(false),
  gif_name: z.string().max(1000).optional(),
  ...motionFields,
  ...pictureEffects,
  ...pictureLook,
});

/** Audio of a scene: a voice-over, a sound effect or music. Any number of them can play at once. */
export const audioLayer = z.object({
  ...common,
  type: z.literal('audio'),
  url: mediaUrl,
  ...playedFields,
  speed,
  /** Absent: no ducking. */
  ducking: ducking.optional(),
});

/** A line, arrow, rectangle, ellipse, triangle or path. */
export const shapeLayer = z.object({
  ...common,
  ...animatedFields,
  ...effectFields,
  type: z.literal('shape'),
  shapeType: z.enum(['line', 'arrow', 'rectangle', 'ellipse', 'triangle', 'svg']),
  background: colorOrNone.default('#ffffff'),
  /** Color of the line, arrow or outline. */
  stroke: colorOrNone.default('#000000'),
  border: z.string().max(200).default('none'),
  /** In pixels of the canvas; default: 20 for a line or arrow, else 0. */
  lineWidth: z.number().min(0).max(1e8).optional(),
  /** Default: round for a line, butt for others. */
  lineCap: z.enum(['round', 'square', 'butt']).optional(),
  globalAlpha,
  pointerLength: z.number().min(0).max(MAX_SIDE).default(20),
  pointerWidth: z.number().min(0).max(MAX_SIDE).default(20),
  /** true: arrowheads at both ends. */
  pointerAtBeginning: z.boolean().default(false),
  svgData: pathData.optional(),
});

/** A box that waits for a file. */
export const placeholderLayer = z.object({
  ...common,
  ...animatedFields,
  ...effectFields,
  type: z.literal('placeholder'),
  background: colorOrNone.default('#eeeeee'),
  border: z.string().max(200).default('none'),
  objectFit: z.enum(['cover', 'contain', 'fill']).default('cover'),
  globalAlpha,
});

/**
 * How the spoken word of subtitles stands out. color: in the highlight color. box: on a box of that color. underline: above
 * a line of that color. grow: larger, and in that color. reveal: in that color, and later words are not visible yet.
 * single: no other word of its cue is visible.
 */
export const highlightStyle = z.enum(['color', 'box', 'underline', 'grow', 'reveal', 'single']);

/** Origin of subtitles. */
const transcriptionFields = {
  /** BCP 47 language code of the subtitles, such as "en-US"; absent: unknown. */
  languageCode: languageCode.optional(),
  /** Id of the transcription that created them; absent: written by hand. */
  transcriptionId: z.string().max(128).optional(),
  /** When the transcription finished, ISO 8601. */
  finishedTranscribingAt: z.string().max(40).optional(),
};

/** Subtitles: timed cues in one box and one style. Simultaneous cues are stacked. */
export const subtitlesLayer = textLayer.omit({ text: true, fitText: true, animation: true }).extend({
  ...animatedFields,
  type: z.literal('subtitles'),
  cues,
  /** Seconds of the cues before the layer's start, as in the second part of a split layer; default: 0. */
  at: seconds.optional(),
  fontSize: pixels.default('72px'),
  verticalAlign: z.enum(['top', 'middle', 'bottom']).default('bottom'),
  color: color.default('#ffffff'),
  textShadow: colorOrNone.default('none'),
  backgroundStyle: z.enum(['none', 'wrap', 'box']).default('wrap'),
  /** true: the spoken word stands out, by `highlightStyle`. */
  highlight: z.boolean().default(false),
  highlightColor: color.default('#ffd54a'),
  highlightStyle: highlightStyle.default('color'),
  ...transcriptionFields,
});

/** Any layer, discriminated by `type`. */
export const layer = z.discriminatedUnion('type', [
  textLayer,
  imageLayer,
  videoLayer,
  shapeLayer,
  placeholderLayer,
  audioLayer,
  subtitlesLayer,
]);

/** What differs for a layer of the whole project. */
const projectFields = {
  /**
   * Id of the scene that it follows: `from` and `to` then count from that scene's start, and may be negative. Default:
   * they count from the start of the video.
   */
  anchor: id.optional(),
  /** Default: the start of the video, or of the scene that it follows. */
  from: signedSeconds.optional(),
  /** Default: the end of the video. */
  to: signedSeconds.optional(),
};

/** A layer of the whole project: it is in front of all scenes, and may span several. */
export const projectLayer = z.discriminatedUnion('type', [
  textLayer.extend(projectFields),
  imageLayer.extend(projectFields),
  videoLayer.extend(projectFields),
  shapeLayer.extend(projectFields),
  placeholderLayer.extend(projectFields),
  audioLayer.extend(projectFields),
  subtitlesLayer.extend(projectFields),
]);

/** Names of template fields, as parsed. */
export type FieldNames = z.infer<typeof fieldNames>;
/** Position of a layer, as parsed. */
export type Position = z.infer<typeof position>;
/** Animation of a text, as parsed. */
export type Animation = z.infer<typeof animation>;
/** A text layer, as parsed. */
export type TextLayer = z.infer<typeof textLayer>;
/** Properties of a text that decide which font files it needs. */
export interface Lettering extends Pick<TextLayer, 'text' | 'fontFamily' | 'fontWeight' | 'fontStyle'> {
  /** Region whose glyph shapes are used for Han characters; absent: derived from the text. */
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
/** An audio layer, as parsed. */
export type AudioLayer = z.infer<typeof audioLayer>;
/** A subtitles layer, as parsed. */
export type SubtitlesLayer = z.infer<typeof subtitlesLayer>;
/** Any layer, as parsed. */
export type Layer = z.infer<typeof layer>;
/** A layer of the whole project, as parsed. */
export type ProjectLayer = z.infer<typeof projectLayer>;
/** A layer with a media file. */
export type FileLayer = Extract<Layer, { url: string }>;
/** A layer that shows a file and supports filters. */
export type PictureLayer = Extract<FileLayer, { filterName: FilterName }>;
/** A layer that plays a file over time. */
export type PlayedLayer = Extract<FileLayer, { loopMode: string }>;
/** The kinds of layers. */
export type LayerType = Layer['type'];
/** A layer of one type, as parsed. */
export type LayerOf<T extends LayerType> = Extract<Layer, { type: T }>;

/** Returns the fields of a layer type with their defaults and limits. */
export function fieldsOfLayer(type: LayerType): z.ZodRawShape {
  return layer.options.find(({ shape }) => shape.type.value === type)?.shape ?? {};
}
