import type { Bitmap, Input } from './plan.ts';

/** Where the files of a render are. */
export interface RenderFiles {
  /** Local path of an input's media file. */
  media: (input: Input) => string;
  /** Channels of an input's sound. */
  channels: (input: Input) => number;
  /** Folder for what is made on the way: painted pictures, cut runs, the palette. ffmpeg runs in it. */
  work: string;
  /** File to write. */
  out: string;
  /** How much of pictures, and how much of sound, may wait in memory, bytes; more goes through files. */
  memory: number;
}

/** Path of a bitmap's raw pixels. */
export function bitmapPath(bitmap: Pick<Bitmap, 'id'>, work: string): string {
  return `${work}/${bitmap.id}.raw`;
}
