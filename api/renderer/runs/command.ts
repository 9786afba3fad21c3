import type { GifWork } from '../gif/makeGif.ts';
import type { Input } from '../plan/plan.ts';

/** One run of ffmpeg. */
export interface Command {
  args: string[];
  /** What it does decides on its memory: decode and encode pictures, or sound alone, or copy what is coded. */
  kind: 'pictures' | 'sound' | 'copy';
  writes: Writes;
  /** Bytes of pictures and sounds that wait in its memory at a time; absent: none. */
  waits?: number;
  /** How many frames it makes, for progress. */
  frames: number;
  /** Files that must be there before it, with what is in them. */
  lists?: OwnFile[];
  /** Files of H.264 whose parameter sets are brought together before it, in order, and those of them that are copied. */
  readies?: { files: string[]; copied: string[] };
  /** Files whose pictures must have one size each, which is looked at before it. */
  checks?: readonly string[];
  /** What is made of its frames after it, which takes as long again. */
  gif?: GifWork;
  /** Files that nobody needs after it. */
  drops?: string[];
}

/** What a run writes, about and rather more than less. */
export interface Writes {
  /** Of its file. */
  folder: string;
  /** Bytes, beside what it copies. */
  bytes: number;
  /** Files that it copies whole; they need not be there yet. */
  files?: readonly string[];
  /** A part of a media file that it copies, seconds. */
  stretch?: { url: string; seconds: number };
}

/** What a cut makes. */
export interface Cut {
  /** The file, or the list of files, that is read instead. */
  path: string;
  input: Input;
  commands: Command[];
}

/** A file that was made on the way, in the working folder. */
export interface Piece {
  /** Letters, digits, dots and hyphens. */
  name: string;
  seconds: number;
}

/** A text file for ffmpeg to read several files as one. */
export interface PieceList {
  path: string;
  text: string;
}

/** A file that is written before a run. */
export interface OwnFile {
  path: string;
  text: string | Uint8Array;
}

/** Lists files in the order in which they are played. @param id of the input that they stand for. */
export function pieceList(work: string, id: string, pieces: readonly Piece[]): PieceList {
  const entries = pieces.map(({ name, seconds }) => `file ${name}\nduration ${seconds.toFixed(6)}\n`);
  return { path: `${work}/${id}.ffconcat`, text: `ffconcat version 1.0\n${entries.join('')}` };
}
