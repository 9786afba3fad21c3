import type { Adjustment } from '../../../engine/effects/adjustment.ts';
import type { Key } from '../../../engine/effects/chromaKey.ts';
import type { PictureMask } from '../../../engine/effects/corners.ts';
import type { Size } from '../../../engine/layout/box.ts';
import type { Rect } from '../../../engine/layout/fit.ts';
import type { Layer } from '../../../engine/project/layers.ts';
import type { Dither, outputEndings, Quality } from '../../../engine/project/output.ts';
import type { BlendMode } from '../../../engine/project/pictureLook.ts';
import type { TransitionType } from '../../../engine/project/videoEffects.ts';
import type { MediaRun } from '../../../engine/timeline/durations.ts';
import type { Rate } from '../../../engine/timeline/frameRate.ts';
import type { Moves } from './moves.ts';
import type { PartShadow } from './partShadow.ts';
import type { Loudness, Sound } from './sound.ts';
import type { SourceColor } from './sourceColor.ts';
import type { Grab, Passing } from './stillFrames.ts';
import type { TextTrack } from './textTrack.ts';
import type { Track } from './track.ts';
import type { Vignette } from './vignette.ts';
import type { PlanSegment, Way } from './way.ts';

/**
 * A render as plain data: what is read, what is painted, what is put where and when, what comes out. Nothing in it
 * depends on the machine; `cutroom plan` prints it, printCommands turns it into ffmpeg's words.
 */
export interface RenderPlan {
  version: 1;
  output: Output;
  inputs: Input[];
  bitmaps: Bitmap[];
  scenes: ScenePlan[];
  /** How the frames of a video are made; absent: it was not asked yet, or it is none. */
  way?: Way;
  /** The parts of the video that are made each by itself and then joined, in order; none for what has no frames. */
  segments: PlanSegment[];
  sounds: Sound[];
  /** How loud the sound comes out; absent: as loud as it is. */
  loudness?: Loudness;
  /** What peaks of a mix without `loudness` are held below before encoding, decibels; absent: full scale, sample by sample. */
  ceiling?: number;
  /** Subtitles beside the picture; absent: none. */
  tracks?: TextTrack[];
  /** For a still: the frames of video layers that stand in it as pictures. */
  grabs: Grab[];
  /** For a still in which one scene follows another: how far it has come in. */
  passing?: Passing;
}

/** A format of the file that comes out, by its ending; a WebP that moves has another than one that stands still. */
export type OutputFormat = (typeof outputEndings)[number] | 'animated-webp';

/** What comes out. */
export interface Output {
  format: OutputFormat;
  /** Of the canvas, pixels. */
  width: number;
  height: number;
  /** The size that the composited frames are scaled to; absent: the canvas's own. */
  scaled?: Size;
  /** For a GIF: the size of its palette, and how what it lacks is mixed; absent: by the quality. */
  colors?: number;
  dither?: Dither;
  /** For a GIF or an animated WebP: frames that are alike become one, which is shown for as long as all of them. */
  merges?: true;
  /** For a GIF or an animated WebP: how often it plays; absent: forever. */
  plays?: number;
  /** For an animated WebP: 1 to 100; absent: by the quality. */
  webpQuality?: number;
  /** Rate factor of a video's encoder, the lower the finer; absent: by the quality. */
  crf?: number;
  /** Of the encoded sound, thousand bits a second; absent: by the quality. */
  soundRate?: number;
  /** Frames a second as a fraction, [30000, 1001] for NTSC. */
  rate: [number, number];
  /** Number of frames; 1 for a still; of a sound alone its samples. */
  frames: number;
  quality: Quality;
  /** Number of the parameter sets of encoded frames that stand beside copied ones, which have other sets; absent: 0. */
  parameterSet?: number;
  /** The pixels in which layers are composited: 4:2:0 for video, RGBA where colors must stay sharp. */
  pixels: 'yuv420p' | 'rgba';
  /** true: a video keeps which pixels are clear; they are then RGBA. */
  alpha?: true;
  /** true: a video is composited with alpha, in RGBA, and then put on black. */
  onBlack?: true;
}

/** A media file that is opened, from which second on, and for how long. */
export interface Input {
  id: string;
  url: string;
  kind: 'video' | 'audio';
  /** Index of the audio track that is read; absent: the first. */
  track?: number;
  /**
   * The second of the file that is its zero from now on: of a video a whole number of its ticks, so that no time of a frame
   * is rounded. Reading starts there, of a video at the key frame before it.
   */
  seek: number;
  /** How much earlier than second 0 of the file ffmpeg begins to count, seconds; absent: there. */
  lead?: number;
  /** How much is read from there, seconds; absent: what is wanted. */
  length?: number;
  /** In which a video counts its time, seconds as a fraction such as [1, 90000]; absent for files of ours. */
  tick?: Rate;
  /** true: the picture is rotated as it is read, so that it cannot change its size on the way. */
  rotated?: boolean;
  /** How much earlier than wanted reading starts where a container does not find key frames by itself, seconds. */
  preroll?: number;
  /** A decoder other than ffmpeg's own choice. */
  decoder?: 'libvpx' | 'libvpx-vp9';
  /** Threads of the decoder; absent: as many as ffmpeg likes. */
  threads?: number;
  /** true: the file starts over at its end, for as long as frames are wanted. */
  repeats?: boolean;
  /** true: it is a list of files of ours that are read one after the other. */
  list?: boolean;
}

/**
 * Neighboring layers painted into one picture, into the few pictures that an animated text has, or into one for each
 * state of layers that come and go.
 */
export interface Bitmap {
  id: string;
  x: number;
  y: number;
  width: number;
  height: number;
  /** Color below the layers; only a picture that fills the canvas has one. It is then opaque. */
  background?: string;
  /** Back to front. */
  layers: Layer[];
  /** Seconds since the scene began at which the pictures are painted, in order. A still has one. */
  times: number[];
  /** The frame of its scene from which on each picture is shown; absent: one a frame, from the part's first on. */
  at?: number[];
  /** Which layers each picture shows, by their place in `layers`; absent: all. */
  shown?: number[][];
  /** true: the pictures start over; false: the last one stays. */
  loops: boolean;
  /** For a lone picture that moves in its box: painted larger than the box, of it a part is seen that fills the box. */
  moves?: Moves;
  /** For a lone picture that is moved over the canvas: painted upright, in its layer's place. */
  moved?: MovedBitmap;
  /** How its colors and those below it become one; absent: it hides them. */
  blend?: Blend;
}

/** How a painted picture is moved as a whole. */
export interface MovedBitmap {
  /** How many of its pixels one of the canvas is where it is painted. */
  fineness: number;
  track: Track;
  /** All that it touches on its way. */
  bounds: Rect;
}

/** A way in which colors become one. */
export type Blend = Exclude<BlendMode, 'normal'>;

/** A scene: its frames and what is put on each other, back to front. */
export interface ScenePlan {
  id: string;
  /** Number of its first frame in the video. */
  start: number;
  frames: number;
  /** false: nothing moves, one composed frame is repeated. */
  moving: boolean;
  parts: Part[];
  /** true: it is only there for its last frame, out of which the scene after it comes. */
  isHidden?: boolean;
  /** Its first frames come out of the last one of the scene before. */
  transition?: { type: Exclude<TransitionType, 'cut'>; frames: number };
}

/** One thing that is put on the canvas. */
export type Part = BitmapPart | VideoPart;

/** When a part is there, in frames of its scene. */
interface PartTime {
  /** The first one; absent: 0. */
  from?: number;
  /** The one after the last; absent: to the end of the scene. */
  until?: number;
}

/** A painted picture, or several, at its own place. */
export interface BitmapPart extends PartTime {
  kind: 'bitmap';
  bitmap: string;
}

/** A video layer. Order: take its frames, crop, scale, key, change its colors, mirror, darken its corners, mask, cast its shadow, turn, put. */
export interface VideoPart extends PartTime {
  kind: 'video';
  layer: string;
  input: string;
  /** One run of it, segment by segment; empty where the input's frames are taken as they stand, one by one. */
  segments: Segment[];
  /** Seconds of the source a second. */
  speed: number;
  /** How late a frame of the source may begin, see `latenessOf`; absent: the usual. */
  lateness?: number;
  /** For a run that starts over at its end. */
  loop?: Loop;
  /** Size of the source's picture, upright, in its own pixels. */
  source: Size;
  /** The shown part of the picture, as shares 0 to 1 of its width and height. */
  crop: Rect;
  /** Size after scaling, pixels. */
  width: number;
  height: number;
  /** Degrees clockwise, 0 to 360. */
  turn: number;
  /** Where the rotated picture goes on the canvas, whole pixels. */
  bounds: Rect;
  alpha: boolean;
  /** true: its pictures are woven of two moments, line by line, and are made whole first. */
  interlaced?: true;
  /** Degrees clockwise, 90, 180 or 270, by which such pictures come rotated from how they are coded; absent: not at all. */
  sourceRotation?: number;
  color: SourceColor;
  /** What makes pixels clear that are like one color; absent: nothing. */
  key?: Key;
  /** Preset and filters as one; absent: as it is. */
  adjustment?: Adjustment;
  /** Mirrored within its place. */
  flipped?: boolean;
  flippedVertical?: boolean;
  vignette?: Vignette;
  /** Its opacity and round corners; absent: all of it is seen. */
  mask?: PictureMask;
  /** How it changes as a whole from frame to frame, and where it is; `bounds` then hold all of that. Absent: not at all. */
  track?: Track;
  /** The shadow of what its key leaves of it, with which it is larger on each side; absent: none. */
  shadow?: PartShadow;
  /** How its colors and those below it become one; absent: it hides them. */
  blend?: Blend;
}

/** Frames of a source in one direction. */
export interface Segment {
  /** Where the earliest of them is, in either direction, seconds from the input's seek point. */
  offset: number;
  frames: number;
  backwards: boolean;
  /** Times that none of them goes beyond, seconds from the input's seek point. */
  earliest?: number;
  latest?: number;
  /** For stop-motion: `frames` are those of the output still, but what is taken of the source are stills, from `offset` on. */
  stills?: Stills;
}

/** Stills of a source, each of which is shown for some frames of the output. */
export interface Stills {
  /** How many are taken a second of the source. */
  rate: Rate;
  count: number;
  /** When the first in the order of playing is shown, in frames of the output since the segment began; at its start at latest. */
  first: number;
  /** From one to the next: each is there from the first frame on that does not stand before its time. */
  distance: number;
}

/** How a run starts over. */
export interface Loop {
  /** Frames of one run as they are taken. */
  frames: number;
  /** Frames of the output that one run takes; not rounded, so that no rounding adds up. */
  period: number;
  /** What is shown first, in frames of the output from the start of the first run; absent: 0. */
  from?: number;
  /** The run, in seconds from the input's seek point. */
  run: MediaRun;
  /** For a run that is no whole number of frames long: its frames are those of the source; absent: those of the output. */
  taken?: TakenFrames;
}

/** Frames of a source as they are, each of which is shown from its own time on. */
export interface TakenFrames {
  /** How many of them are asked for a second of the source; absent: each is taken as it comes. */
  rate?: Rate;
  /** When they are shown, in the order of the segments. */
  shown: EvenFrames[];
}

/** Frames at even distances, in frames of the output since their run began. */
export interface EvenFrames {
  frames: number;
  first: number;
  distance: number;
}
