import * as z from 'zod';
import { audioTrack, color, id, mediaUrl, ratio, seconds } from './fields.ts';
import { layer, projectLayer } from './layers.ts';
import {
  MAX_LAYERS_PER_SCENE,
  MAX_MARKERS,
  MAX_NAME_LENGTH,
  MAX_PROJECT_LAYERS,
  MAX_SCENES,
  MAX_SIDE,
  MIN_SIDE,
} from './limits.ts';
import { outputOf, qualities } from './output.ts';
import { output } from './outputSchema.ts';
import { versionOf } from './version.ts';
import { ducking, transition, volumeFields } from './videoEffects.ts';
import { watermarkFields } from './watermarkFields.ts';

/** A scene. Layers are ordered front to back. */
export const scene = z.object({
  id,
  layers: z.array(layer).max(MAX_LAYERS_PER_SCENE).default([]),
  background: color.default('#ffffff'),
  /** In seconds; used only in a scene without video. 0: no own duration. */
  duration: seconds.default(0),
  isImageVideo: z.boolean().default(false),
  /** Id of the longest video layer, as last stored by an editor; derived, never trusted. */
  maxLayer: z.string().max(128).nullable().optional(),
  /** Transition from the previous scene. Default, and always for the first scene: a cut. */
  transition: transition.optional(),
});

/** The audio track. Times in seconds; the trim applies only if isTrimmed. */
export const audio = z.object({
  id: id.optional(),
  url: mediaUrl,
  audioTrack: audioTrack.optional(),
  /** Start in the video. */
  startTime: seconds.default(0),
  trimStartTime: seconds.default(0),
  trimEndTime: seconds.optional(),
  isTrimmed: z.boolean().default(false),
  /** Length of the file; probed if absent. */
  duration: seconds.optional(),
  loop: z.boolean().default(false),
  /** true once a person chose loop or no loop; then it is no longer set automatically. */
  loopTouched: z.boolean().default(false),
  isMuted: z.boolean().default(false),
  ...volumeFields,
  /** Absent: no ducking. */
  ducking: ducking.optional(),
});

/** A named moment of the timeline, for the editor. */
export const marker = z.object({
  id,
  /** Seconds of the whole video. */
  at: seconds,
  name: z.string().max(MAX_NAME_LENGTH).optional(),
});

const paddingSide = z.number().int().min(0).max(MAX_SIDE).default(0);

/** Pixels that "expand padding" added to each side of the canvas; already part of width and height. */
export const padding = z.object({ top: paddingSide, right: paddingSide, bottom: paddingSide, left: paddingSide });

/** The fields of a project file. */
export const projectFields = z.object({
  /** 2: it has layers of the whole project, which earlier releases of Cutroom do not know. Derived, never trusted. */
  version: z.literal([1, 2]).default(1),
  name: z.string().max(200).optional(),
  ratio: ratio.default('1:1'),
  width: z.number().int().min(MIN_SIDE).max(MAX_SIDE).default(1280),
  height: z.number().int().min(MIN_SIDE).max(MAX_SIDE).default(1280),
  /** Absent: no padding was added since the ratio or size was chosen. */
  padding: padding.optional(),
  background: color.default('#ffffff'),
  fontStyle: z.string().max(32).default('normal'),
  fontWeight: z.string().max(32).default('bold'),
  lineWidth: z.number().min(0).max(1e8).default(0),
  textAlign: z.enum(['left', 'center', 'right']).default('center'),
  textShadow: z.string().max(64).default('#000000'),
  /** Default: derived from the next two fields, an MP4 without them. */
  output: output.optional(),
  videoType: z.enum(['mp4', 'gif']).optional(),
  /** true: a still image of the frame at 0 s. */
  isImage: z.boolean().optional(),
  quality: z.enum(qualities).default('high'),
  /** Id of the tool that created it, such as "trim"; its result may last 30 min. */
  tool: z.string().min(1).max(40).optional(),
  /** true: the whole video is encoded, even what could be copied from its source. */
  alwaysEncode: z.boolean().default(false),
  snapToGrid: z.boolean().default(true),
  /** true: mutes all video layers. */
  isMuted: z.boolean().default(false),
  /** Total length in seconds, as last stored by an editor; derived, never trusted. */
  duration: seconds.optional(),
  scenes: z.array(scene).min(1).max(MAX_SCENES),
  /** Layers of the whole project, front to back; absent: none. */
  layers: z.array(projectLayer).max(MAX_PROJECT_LAYERS).optional(),
  audio: audio.nullable().default(null),
  /** In any order; absent: none. */
  markers: z.array(marker).max(MAX_MARKERS).optional(),
  ...watermarkFields,
});

/** A project: the format of Studio documents, tools and project files. */
export const project = projectFields.transform(({ output: stated, videoType, isImage, layers, ...rest }) => ({
  ...rest,
  version: versionOf(layers),
  ...(layers?.length ? { layers } : {}),
  output: stated ?? outputOf({ videoType, isImage, name: rest.name }),
}));

/** A scene, as parsed. */
export type Scene = z.infer<typeof scene>;
/** A marker, as parsed. */
export type Marker = z.infer<typeof marker>;
/** The audio track, as parsed. */
export type AudioTrack = z.infer<typeof audio>;
/** A project, as parsed, with all defaults. */
export type Project = z.output<typeof project>;
/** A project as written: fields with a default are optional. */
export type ProjectInput = z.input<typeof project>;
/** Padding of the canvas, as parsed. */
export type Padding = z.infer<typeof padding>;
