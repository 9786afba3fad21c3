import type { MediaFacts } from '../../engine/project/media.ts';

/** Everything the renderer knows of a media file before it decodes it. */
export interface Probe extends MediaFacts {
  /** Container as ffmpeg names it, such as "mov" or "matroska". */
  container: string;
  /** Codecs as ffmpeg names them; '' where there is no such stream. */
  videoCodec: string;
  audioCodec: string;
  /** Size of the coded picture, before rotation and pixel aspect, pixels. */
  codedWidth: number;
  codedHeight: number;
  /** Degrees clockwise by which the coded picture is turned to be shown: 0, 90, 180 or 270. */
  rotation: number;
  /** Frames a second on average; 0 for a still image or audio. */
  fps: number;
  /** Whether frames stand at uneven distances. */
  variableFrameRate: boolean;
  hasAlpha: boolean;
  pixelFormat: string;
  /** Colour of the coded picture as ffmpeg names it; '' where the file does not say. */
  colorMatrix: string;
  colorTransfer: string;
  colorPrimaries: string;
  fullRange: boolean;
  /** Channels of the first sound stream; 0 without sound. */
  channels: number;
  /** Size of the file, bytes. */
  size: number;
}

/** What a finished render is. */
export interface RenderResult {
  path: string;
  mime: string;
  /** Pixels; 0 for a sound. */
  width: number;
  height: number;
  /** Seconds; 0 for a still. */
  duration: number;
  /** Bytes. */
  size: number;
}

/** Where long work is, and what it does now, in words for a person. */
export interface Progress {
  /** 0 to 1, never falling. */
  ratio: number;
  text: string;
}

/** How to run a render. */
export interface RenderOptions {
  /** File to write, in the format of the project's output whatever its name is. Written under a temporary name, then renamed. */
  out: string;
  /** Finds the local file of a media reference; rejects with a ProblemError when there is none or it is not allowed. */
  locate: (url: string) => Promise<string>;
  /** Where the working files lie while it runs, an existing folder; default: the system's folder for temporary files. */
  workDir?: string;
  /** Folder in which encoded segments are cached, for the next render of nearly the same; without it, nothing is. */
  cacheDir?: string | undefined;
  signal?: AbortSignal;
  onProgress?: (progress: Progress) => void;
  /** How much of pictures and sounds may wait in memory at a time, bytes; default: 256 million. More goes through files. */
  memory?: number | undefined;
  /** About how long the segments of a video are that are encoded each by itself, seconds; default 20. */
  segmentLength?: number | undefined;
  /** The moment that a still shows, seconds; default: the one that its output says. */
  stillAt?: number | undefined;
  /**
   * Path of the built paint program. With it, layers are painted in a process of its own, which gives its memory back
   * before the encoder starts and leaves this process free; without it, they are painted here.
   */
  paintProgram?: string | undefined;
  /** Folder of fetched font families; it fills itself. Without it, only the installed fonts are there. */
  fontsDir?: string | undefined;
  /** Told, in sentences, what is done otherwise than the project asks: a font that is not to be had. */
  onNote?: ((text: string) => void) | undefined;
}
