import type { Size } from '../../engine/layout/box.ts';
import type { Rect } from '../../engine/layout/fit.ts';
import type { Layer } from '../../engine/project/layers.ts';

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
  sounds: Sound[];
  /** For a still: the frames of video layers that stand in it as pictures. */
  grabs: Grab[];
}

/** What comes out. */
export interface Output {
  format: 'mp4' | 'gif' | 'still';
  width: number;
  height: number;
  /** Frames a second as a fraction, [30000, 1001] for NTSC. */
  rate: [number, number];
  /** Number of frames; 1 for a still. */
  frames: number;
  quality: 'standard' | 'high';
  /** The pixels in which layers are composited: 4:2:0 for video, RGBA where colours must stay sharp. */
  pixels: 'yuv420p' | 'rgba';
}

/** A media file that is opened, from which second on, and for how long. */
export interface Input {
  id: string;
  url: string;
  kind: 'video' | 'audio';
  /** Where reading starts, seconds; before the part that is used, so that the frame shown at its start is met. */
  seek: number;
  /** How much is read from there, seconds. */
  length: number;
  /** A decoder other than ffmpeg's own choice. */
  decoder?: 'libvpx' | 'libvpx-vp9';
  /** Threads of the decoder; absent: as many as ffmpeg likes. */
  threads?: number;
  /** true: the file starts over at its end, for as long as frames are wanted. */
  repeats?: boolean;
}

/** Neighbouring layers painted into one picture, or into the few pictures that an animated text has. */
export interface Bitmap {
  id: string;
  x: number;
  y: number;
  width: number;
  height: number;
  /** Colour below the layers; only a picture that fills the canvas has one. It is then opaque. */
  background?: string;
  /** Back to front. */
  layers: Layer[];
  /** Seconds since the scene began at which the pictures are painted, one a frame. A still has one. */
  times: number[];
  /** true: the pictures start over; false: the last one stays. */
  loops: boolean;
}

/** A scene: its frames and what is put on each other, back to front. */
export interface ScenePlan {
  id: string;
  /** Number of its first frame in the video. */
  start: number;
  frames: number;
  /** false: nothing moves, one composed frame is repeated. */
  moving: boolean;
  parts: Part[];
}

/** One thing that is put on the canvas. */
export type Part = BitmapPart | VideoPart;

/** A painted picture, or the pictures of an animated text, at its own place. */
export interface BitmapPart {
  kind: 'bitmap';
  bitmap: string;
}

/** A video layer. Order: take its frames, crop, scale, turn, put. */
export interface VideoPart {
  kind: 'video';
  layer: string;
  input: string;
  /** Seconds from the input's seek point at which the played part begins. */
  offset: number;
  /** Frames of the played part. */
  frames: number;
  loops: boolean;
  /** Size of the source's picture, upright, in its own pixels. */
  source: Size;
  /** The shown part of the picture, as shares 0 to 1 of its width and height. */
  crop: Rect;
  /** Size after scaling, pixels. */
  width: number;
  height: number;
  /** Degrees clockwise, 0 to 360. */
  turn: number;
  /** Where the turned picture goes on the canvas, whole pixels. */
  bounds: Rect;
  alpha: boolean;
  color: SourceColor;
}

/** How the source's colours are written. */
export interface SourceColor {
  /** rgb: the source has no matrix. */
  matrix: 'bt709' | 'bt601' | 'bt2020' | 'rgb';
  range: 'limited' | 'full';
  /** Light curve of high dynamic range, which is brought down to BT.709. */
  hdr?: 'pq' | 'hlg';
}

/** A sound: a part of a file that is heard from `at` until `until` in the video. Seconds. */
export interface Sound {
  input: string;
  length: number;
  at: number;
  until: number;
  loops: boolean;
}

/** One frame of a video layer. */
export interface Grab {
  layer: string;
  input: string;
  /** Seconds from the input's seek point. */
  offset: number;
}
