import type { Bitmap, Input } from './plan.ts';

/** Paths of a render's files. */
export interface RenderFiles {
  /** Local path of an input's media file. */
  media: (input: Input) => string;
  /** Number of audio channels of an input. */
  channels: (input: Input) => number;
  /** Folder for intermediate files: painted bitmaps, cut runs, the palette. ffmpeg runs in it. */
  work: string;
  /** File to write. */
  out: string;
  /** Memory for buffered frames, and for buffered audio, in bytes; the rest goes through files. */
  memory: number;
}

/** Returns the path of a bitmap's raw pixels. */
export function bitmapPath(bitmap: Pick<Bitmap, 'id'>, work: string): string {
  return `${work}/${bitmap.id}.raw`;
}
