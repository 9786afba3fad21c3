import * as z from 'zod';
import { audioTrack, color, id, mediaUrl, ratio, seconds } from './fields.ts';
import { layer } from './layers.ts';
import { MAX_LAYERS_PER_SCENE, MAX_MARKERS, MAX_NAME_LENGTH, MAX_SCENES, MAX_SIDE, MIN_SIDE } from './limits.ts';
import { outputOf, qualities } from './output.ts';
import { output } from './outputSchema.ts';
import { ducking, soundFields, transition } from './videoEffects.ts';
import { watermarkFields } from './watermarkFields.ts';

/** A scene: layers stand front to back, the last one is at the back. */
export const scene = z.object({
  id,
  layers: z.array(layer).max(MAX_LAYERS_PER_SCENE).default([]),
  background: color.default('#ffffff'),
  /** Seconds; counts only in a scene without video. 0: none of its own. */
  duration: seconds.default(0),
  isImageVideo: z.boolean().default(false),
  /** Id of the longest video layer, as an editor last knew it; derived, never trusted. */
  maxLayer: z.string().max(128).nullable().optional(),
  /** How it follows the scene before; absent, and for the first scene always: a cut. */
  transition: transition.optional(),
});

/** The audio track. Times in seconds; the trim is used only when isTrimmed. */
export const audio = z.object({
  id: id.optional(),
  url: mediaUrl,
  audioTrack: audioTrack.optional(),
  /** When it starts in the video. */
  startTime: seconds.default(0),
  trimStartTime: seconds.default(0),
  trimEndTime: seconds.optional(),
  isTrimmed: z.boolean().default(false),
  /** Length of the file; probed when absent. */
  duration: seconds.optional(),
  loop: z.boolean().default(false),
  /** true once a person chose loop or no loop; then it no longer switches by itself. */
  loopTouched: z.boolean().default(false),
  isMuted: z.boolean().default(false),
  ...soundFields,
  /** Absent: it stays as loud as it is. */
  ducking: ducking.optional(),
});

/** A moment of the timeline that is noted for the editor. */
export const marker = z.object({
  id,
  /** Seconds of the whole video. */
  at: seconds,
  name: z.string().max(MAX_NAME_LENGTH).optional(),
});

const paddingSide = z.number().int().min(0).max(MAX_SIDE).default(0);

/** What "expand padding" added to each side of the canvas, pixels; part of width and height already. */
export const padding = z.object({ top: paddingSide, right: paddingSide, bottom: paddingSide, left: paddingSide });

/** The fields of a project as a person may write them. */
export const projectFields = z.object({
  version: z.literal(1).default(1),
  name: z.string().max(200).optional(),
  ratio: ratio.default('1:1'),
  width: z.number().int().min(MIN_SIDE).max(MAX_SIDE).default(1280),
  height: z.number().int().min(MIN_SIDE).max(MAX_SIDE).default(1280),
  /** Absent: nothing was added since the ratio or size was chosen. */
  padding: padding.optional(),
  background: color.default('#ffffff'),
  fontStyle: z.string().max(32).default('normal'),
  fontWeight: z.string().max(32).default('bold'),
  lineWidth: z.number().min(0).max(1e8).default(0),
  textAlign: z.enum(['left', 'center', 'right']).default('center'),
  textShadow: z.string().max(64).default('#000000'),
  /** What comes out. Absent: what the next two say, an MP4 without them. */
  output: output.optional(),
  videoType: z.enum(['mp4', 'gif']).optional(),
  /** true: one picture, taken at 0 s. */
  isImage: z.boolean().optional(),
  quality: z.enum(qualities).default('high'),
  /** Id of the single-purpose tool that made it, such as "trim": its result may last 30 min. */
  tool: z.string().min(1).max(40).optional(),
  /** true: all of a video is encoded, also what could be copied from its source. */
  alwaysEncode: z.boolean().default(false),
  snapToGrid: z.boolean().default(true),
  /** Sound of every video layer is dropped. */
  isMuted: z.boolean().default(false),
  /** Total length in seconds as an editor last knew it; derived, never trusted. */
  duration: seconds.optional(),
  scenes: z.array(scene).min(1).max(MAX_SCENES),
  audio: audio.nullable().default(null),
  /** In any order; absent: none. */
  markers: z.array(marker).max(MAX_MARKERS).optional(),
  ...watermarkFields,
});

/** A whole project: what a Studio document, a tool's work and a project file all are. */
export const project = projectFields.transform(({ output: wanted, videoType, isImage, ...rest }) => ({
  ...rest,
  output: wanted ?? outputOf({ videoType, isImage, name: rest.name }),
}));

/** A scene, as parsed. */
export type Scene = z.infer<typeof scene>;
/** A marker, as parsed. */
export type Marker = z.infer<typeof marker>;
/** The audio track, as parsed. */
export type AudioTrack = z.infer<typeof audio>;
/** A project, as parsed: every default is filled in. */
export type Project = z.output<typeof project>;
/** A project as a person may write it: everything with a default may be left out. */
export type ProjectInput = z.input<typeof project>;
/** What was added to each side of the canvas, as parsed. */
export type Padding = z.infer<typeof padding>;
