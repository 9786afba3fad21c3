import type { GifWork } from '../gif/encodeGifFile.ts';
import type { ZipWork } from '../gif/zipFrames.ts';
import type { Input } from '../plan/plan.ts';

/** One ffmpeg run. */
export interface Command {
  args: string[];
  /** Determines its memory: processes frames, or only audio, or copies encoded data. */
  kind: 'pictures' | 'sound' | 'copy';
  writes: Writes;
  /** Bytes of frames and audio that it buffers at a time; absent: none. */
  waits?: number;
  /** Number of frames it produces, for progress. */
  frames: number;
  /** Files to write first, with their content. */
  lists?: OwnFile[];
  /** H.264 files whose parameter sets are merged first, in order, and which of them are copied. */
  readies?: { files: string[]; copied: string[] };
  /** Files that must each have a single frame size, checked first. */
  checks?: readonly string[];
  /** GIF to encode from its frames afterwards, which takes as long again. */
  gif?: GifWork;
  /** Numbered files to pack into a zip afterwards. */
  zip?: ZipWork;
  /** Animated WebP whose alpha flag is corrected afterwards; see markWebpAlpha. */
  webp?: string;
  /** Files to delete afterwards. */
  drops?: string[];
}

/** Estimate of what a run writes, rather too much than too little. */
export interface Writes {
  /** Folder of its file. */
  folder: string;
  /** Bytes, in addition to what it copies. */
  bytes: number;
  /** Files that it copies whole; they may not exist yet. */
  files?: readonly string[];
  /** Span of a media file that it copies, in seconds. */
  stretch?: { url: string; seconds: number };
}

/** The result of cutting an input. */
export interface Cut {
  /** The file, or list of files, to read instead. */
  path: string;
  input: Input;
  commands: Command[];
}

/** An intermediate file in the working folder. */
export interface Piece {
  /** Letters, digits, dots and hyphens. */
  name: string;
  seconds: number;
}

/** An ffconcat file, with which ffmpeg reads several files as one. */
export interface PieceList {
  path: string;
  text: string;
}

/** A file to write before a run. */
export interface OwnFile {
  path: string;
  text: string | Uint8Array;
}

/** Lists files in playing order. @param id of the input that they replace. */
export function pieceList(work: string, id: string, pieces: readonly Piece[]): PieceList {
  const entries = pieces.map(({ name, seconds }) => `file ${name}\nduration ${seconds.toFixed(6)}\n`);
  return { path: `${work}/${id}.ffconcat`, text: `ffconcat version 1.0\n${entries.join('')}` };
}
