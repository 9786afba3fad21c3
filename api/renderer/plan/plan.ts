import type { Adjustment } from '../../../engine/effects/adjustment.ts';
import type { Key } from '../../../engine/effects/chromaKey.ts';
import type { PictureMask } from '../../../engine/effects/corners.ts';
import type { Size } from '../../../engine/layout/box.ts';
import type { Rect } from '../../../engine/layout/fit.ts';
import type { ColorGrade } from '../../../engine/project/colorGrade.ts';
import type { EffectAmounts } from '../../../engine/project/effectFields.ts';
import type { Layer } from '../../../engine/project/layers.ts';
import type { Dither, outputExtensions, Quality, VideoCodec } from '../../../engine/project/output.ts';
import type { BlendMode } from '../../../engine/project/pictureLook.ts';
import type { MediaRun } from '../../../engine/timeline/durations.ts';
import type { Rate } from '../../../engine/timeline/frameRate.ts';
import type { ShownTransition } from '../../../engine/timeline/spans.ts';
import type { Moves } from './moves.ts';
import type { PartShadow } from './partShadow.ts';
import type { PlanSegment, RenderMode } from './renderMode.ts';
import type { Loudness, PlannedAudio } from './sound.ts';
import type { SourceColor } from './sourceColor.ts';
import type { FrameGrab, StillTransition } from './stillFrames.ts';
import type { TextTrack } from './textTrack.ts';
import type { Track } from './track.ts';
import type { Vignette } from './vignette.ts';

/**
 * A render as plain data: inputs, painted bitmaps, placement in space and time, output. Does not depend on the machine.
 * `cutroom plan` prints it; printCommands converts it to ffmpeg commands.
 */
export interface RenderPlan {
  version: 1;
  output: Output;
  inputs: Input[];
  bitmaps: Bitmap[];
  scenes: ScenePlan[];
  /** How the frames of a video are produced; absent: not decided yet, or no video. */
  way?: RenderMode;
  /** Parts of a video that are encoded separately and then joined, in order; empty without frames. */
  segments: PlanSegment[];
  sounds: PlannedAudio[];
  /** Target loudness; absent: unchanged. */
  loudness?: Loudness;
  /** Peak limit of a mix without `loudness` before encoding, in dBTP; absent: 0 dBFS per sample. */
  ceiling?: number;
  /** Soft subtitle tracks; absent: none. */
  tracks?: TextTrack[];
  /** Chapters of a video, the first at 0; absent: none. */
  chapters?: Chapter[];
  /** true: the project has transparent pixels, which are filled because the format has no alpha. */
  fillsTransparency?: true;
  /** For a still: frames of video layers to extract. */
  grabs: FrameGrab[];
  /** For a still during a transition: its progress. */
  passing?: StillTransition;
}

/** A chapter, up to the next one. */
export interface Chapter {
  /** Seconds of the video. */
  at: number;
  title: string;
}

/** Format of the result by its extension, except that animated WebP is separate from WebP. */
export type OutputFormat = (typeof outputExtensions)[number] | 'animated-webp';

/** The result of a render. */
export interface Output {
  format: OutputFormat;
  /** Canvas size, in pixels. */
  width: number;
  height: number;
  /** Size to which composited frames are scaled; absent: canvas size. */
  scaled?: Size;
  /** For a GIF: palette size and dithering; absent: by quality. */
  colors?: number;
  dither?: Dither;
  /** For a GIF or animated WebP: equal consecutive frames are merged into one with their total duration. */
  merges?: true;
  /** For a GIF or animated WebP: how often it plays; absent: forever. */
  plays?: number;
  /** For an animated WebP: 1 to 100; absent: by quality. */
  webpQuality?: number;
  /** Codec of a video; absent: H.264, in a WebM VP9, and in a MOV with `alpha` ProRes. */
  codec?: VideoCodec;
  /** Encoder of AV1; absent: SVT-AV1. */
  encoder?: 'libaom-av1';
  /** Mean bit rate of the frames, in kbit/s; absent: by `crf`. */
  bitrate?: number;
  /** Longest distance of key frames, in frames; absent: the encoder's. */
  keyDistance?: number;
  /** CRF of the video encoder, lower is finer; absent: by quality. */
  crf?: number;
  /** Bit rate of encoded audio, in kbit/s; absent: by quality. */
  soundRate?: number;
  /** Frames per second as a fraction; [30000, 1001] for NTSC. */
  rate: [number, number];
  /** Number of frames; 1 for a still; for audio only, number of samples. */
  frames: number;
  quality: Quality;
  /** Parameter set ID of encoded frames next to copied ones, whose sets differ; absent: 0. */
  parameterSet?: number;
  /** Pixel format for compositing: 4:2:0 for video, RGBA where colors must stay sharp. */
  pixels: 'yuv420p' | 'rgba';
  /** true: the video keeps transparency; pixels are then RGBA. */
  alpha?: true;
  /** true: the video is composited with alpha in RGBA, then put on black. */
  onBlack?: true;
}

/** A media file to open, with the span to read. */
export interface Input {
  id: string;
  url: string;
  kind: 'video' | 'audio';
  /** Index of the audio track; absent: the first. */
  track?: number;
  /**
   * Time in the file that becomes zero, in seconds. For a video a whole number of ticks, so that no frame time is
   * rounded.
   * Reading starts there; for a video at the key frame before it.
   */
  seek: number;
  /** Seconds by which ffmpeg's zero precedes second 0 of the file; absent: 0. */
  lead?: number;
  /** Seconds to read; absent: as needed. */
  length?: number;
  /** Unit of a video's timestamps, as a fraction of a second such as [1, 90000]; absent for intermediate files. */
  tick?: Rate;
  /** true: frames are rotated while reading, so that their size cannot change midway. */
  rotated?: boolean;
  /** Seconds by which reading starts earlier if the container cannot seek to key frames. */
  preroll?: number;
  /** Overrides ffmpeg's choice of a decoder. */
  decoder?: 'libvpx' | 'libvpx-vp9';
  /** Threads of the decoder; absent: ffmpeg's default. */
  threads?: number;
  /** true: the file repeats for as long as frames are needed. */
  repeats?: boolean;
  /** true: a list of intermediate files that are read one after the other. */
  list?: boolean;
}

/**
 * Adjacent layers painted into one image, into the distinct images of an animated text, or into one image per state of
 * layers that appear and disappear.
 */
export interface Bitmap {
  id: string;
  x: number;
  y: number;
  width: number;
  height: number;
  /** Color below the layers; only bitmaps that fill the canvas have one. */
  background?: string;
  /** Back to front. */
  layers: Layer[];
  /** Seconds since the scene's start at which the images are painted, in order. A still has one. */
  times: number[];
  /** First frame of each image in its scene; absent: one image per frame from the part's start. */
  at?: number[];
  /** Layers visible in each image, as indexes of `layers`; absent: all. */
  shown?: number[][];
  /** true: the images repeat; false: the last one stays. */
  loops: boolean;
  /** How the images repeat if a run is not a whole number of frames; absent: after the last one. */
  runs?: Runs;
  /** For a single image that pans in its box: it is painted larger, and the visible part is scaled to the box. */
  moves?: Moves;
  /** For a single image that moves over the canvas: it is painted upright at its layer's place. */
  moved?: MovedBitmap;
  /** Blend mode; absent: normal. */
  blend?: Blend;
}

/** Runs of a looping animation that are not a whole number of frames; the images are evenly distributed over one. */
export interface Runs {
  /** Frames of one run. */
  period: number;
  /** Frames of the first run that are over when the part begins. */
  passed: number;
}

/** How a painted image moves as a whole. */
export interface MovedBitmap {
  /** Painted pixels per canvas pixel. */
  fineness: number;
  track: Track;
  /** Everything that it touches while it moves. */
  bounds: Rect;
}

/** A blend mode of ffmpeg. */
export type Blend = Exclude<BlendMode, 'normal'>;

/** A scene: its frames and its parts, back to front. */
export interface ScenePlan {
  id: string;
  /** Index of its first frame in the video. */
  start: number;
  frames: number;
  /**
   * Frames after them, which the transition into the next scene shows; absent: none. If nothing moves, one, which is
   * repeated.
   */
  tail?: number;
  /** false: nothing moves; one composited frame is repeated. */
  moving: boolean;
  parts: Part[];
  /**
   * Next to a transition: how many of the last parts are layers of the whole project, which are composited after the
   * scenes are mixed; absent: none.
   */
  overlaid?: number;
  /** true: it is only visible in the transition to the next scene. */
  isHidden?: boolean;
  /** Transition from the scene before, over its first frames. */
  transition?: ShownTransition & { frames: number };
}

/** Returns a scene's own parts, and the `overlaid` ones. */
export function splitParts({ parts, overlaid = 0 }: { parts: Part[]; overlaid?: number | undefined }): {
  own: Part[];
  over: Part[];
} {
  const count = parts.length - overlaid;
  return { own: parts.slice(0, count), over: parts.slice(count) };
}

/** Returns how many frames the parts of a scene have, except the `overlaid` ones. */
export function framesWithTail({ frames, tail = 0 }: Pick<ScenePlan, 'frames' | 'tail'>): number {
  return frames + tail;
}

/** An element that is composited on the canvas. */
export type Part = BitmapPart | VideoPart;

/** When a part is visible, in frames of its scene. */
interface PartTime {
  /** First frame; absent: 0. */
  from?: number;
  /** Frame after the last; absent: end of the scene, or of its tail. */
  until?: number;
}

/** A bitmap at its own place. */
export interface BitmapPart extends PartTime {
  kind: 'bitmap';
  bitmap: string;
}

/**
 * A video layer. Order: take its frames, crop, scale, key, adjust and correct colors, flip, vignette, effects, mask,
 * shadow, rotate, place.
 */
export interface VideoPart extends PartTime {
  kind: 'video';
  layer: string;
  input: string;
  /** One run of its frames, in segments; empty if the input's frames are taken one by one. */
  segments: Segment[];
  /** Seconds of source per second. */
  speed: number;
  /** Maximum lateness of a source frame, see `latenessOf`; absent: the default. */
  lateness?: number;
  /** For a run that loops. */
  loop?: Loop;
  /** Upright size of the source, in its own pixels. */
  source: Size;
  /** Visible part of the source, as shares 0 to 1 of its width and height. */
  crop: Rect;
  /** Size after scaling, in pixels. */
  width: number;
  height: number;
  /** Rotation in degrees clockwise, 0 to 360. */
  turn: number;
  /** Bounds of the rotated frame on the canvas, in whole pixels. */
  bounds: Rect;
  alpha: boolean;
  /** true: interlaced, deinterlaced first. */
  interlaced?: true;
  /** Rotation of interlaced frames relative to their coding: 90, 180 or 270 degrees clockwise; absent: none. */
  sourceRotation?: number;
  color: SourceColor;
  /** Chroma key; absent: none. */
  key?: Key;
  /** Preset and filters combined; absent: none. */
  adjustment?: Adjustment;
  /** Color correction; absent: none. */
  grade?: ColorGrade;
  /** Flipped within its place. */
  flipped?: boolean;
  flippedVertical?: boolean;
  vignette?: Vignette;
  /** Effects on its picture; absent: none. */
  effects?: PartEffects;
  /** Opacity and round corners; absent: fully visible. */
  mask?: PictureMask;
  /** Transformation per frame; `bounds` then cover all of it. Absent: none. */
  track?: Track;
  /** Shadow of a keyed video, which extends it on each side; absent: none. */
  shadow?: PartShadow;
  /** Blend mode; absent: normal. */
  blend?: Blend;
}

/** Effects on the picture of a part. */
export interface PartEffects {
  /** Amounts in percent. */
  amounts: EffectAmounts;
  /** Shorter side of the layer's box, in pixels. */
  shorter: number;
}

/** Frames of a source in one direction. */
export interface Segment {
  /** Time of the earliest frame, in either direction, in seconds from the input's seek point. */
  offset: number;
  frames: number;
  backwards: boolean;
  /** Time limits of its frames, in seconds from the input's seek point. */
  earliest?: number;
  latest?: number;
  /** For stop motion: `frames` still counts output frames, but stills are taken from the source, from `offset` on. */
  stills?: Stills;
}

/** Stills of a source, each visible for several output frames. */
export interface Stills {
  /** Stills per second of source. */
  rate: Rate;
  count: number;
  /** Start of the first still in playing order, in output frames since the segment's start; at most 0. */
  first: number;
  /** Output frames per still. A still is visible from the first frame that is not before its time. */
  distance: number;
}

/** How a run loops. */
export interface Loop {
  /** Frames of one run, as taken. */
  frames: number;
  /** Output frames per run; not rounded, so that errors do not add up. */
  period: number;
  /** First visible output frame, relative to the start of the first run; absent: 0. */
  from?: number;
  /** The run, in seconds from the input's seek point. */
  run: MediaRun;
  /** For a run that is not a whole number of frames: its source frames; absent: output frames are taken. */
  taken?: TakenFrames;
}

/** Source frames, each visible from its own time on. */
export interface TakenFrames {
  /** Source frames per second to take; absent: all. */
  rate?: Rate;
  /** When they are visible, in the order of the segments. */
  shown: EvenFrames[];
}

/** Equidistant frames, in output frames since their run began. */
export interface EvenFrames {
  frames: number;
  first: number;
  distance: number;
}
