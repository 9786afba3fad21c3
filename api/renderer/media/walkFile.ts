import { type FileHandle, open } from 'node:fs/promises';
import type { FileWalk } from '../../../engine/project/fileWalk.ts';
import { tooManyParts } from './tooMuch.ts';
import { shownName } from './unreadable.ts';

/** So much of a file is in memory at a time, bytes. */
const windowBytes = 256 * 1024;

/** So many steps a walk through a file has at most: ten hours of an MP3 have half as many. */
const MOST_STEPS = 3_000_000;

/**
 * Does a walk through a file, of which only a small part is in memory at a time. The walk may keep the bytes that it gets.
 * @param most steps of it.
 * @throws the system's error; ProblemError caused by TooMuchError where the file has too many parts.
 */
export async function walkFile<T>(walk: FileWalk<T>, path: string, most = MOST_STEPS): Promise<T> {
  const file = await open(path);
  try {
    const read = readerOf(file);
    let step = walk.next(new Uint8Array());
    for (let steps = 0; !step.done; steps += 1) {
      if (steps >= most) throw tooManyParts(shownName(path));
      const { at, length } = step.value;
      step = walk.next(read.held(at, length) ?? (await read.more(at, length)));
    }
    return step.value;
  } finally {
    await file.close();
  }
}

/** The first bytes of a file. @param most of them that are read. */
export async function readStart(path: string, most: number): Promise<Uint8Array> {
  const file = await open(path);
  try {
    const { size } = await file.stat();
    const { bytesRead, buffer } = await file.read(new Uint8Array(Math.min(size, most)), 0, undefined, 0);
    return buffer.subarray(0, bytesRead);
  } finally {
    await file.close();
  }
}

/** Reads a file by windows. Each read fills a new one: parts of the last one may be kept, and copies of each would cost more. */
function readerOf(file: FileHandle) {
  let window = new Uint8Array();
  let [from, to, isEnd] = [0, 0, false];
  /** Nothing when it has to be read first. */
  const held = (at: number, length: number): Uint8Array | undefined => {
    const isHeld = at >= from && (at + length <= to || isEnd);
    return isHeld ? window.subarray(Math.min(at, to) - from, Math.min(at + length, to) - from) : undefined;
  };
  const more = async (at: number, length: number): Promise<Uint8Array> => {
    window = new Uint8Array(Buffer.allocUnsafeSlow(windowBytes).buffer);
    // A read may bring less than it could; only none is the end.
    let [filled, bytesRead] = [0, 1];
    while (filled < length && bytesRead > 0) {
      ({ bytesRead } = await file.read(window, filled, windowBytes - filled, at + filled));
      filled += bytesRead;
    }
    [from, to, isEnd] = [at, at + filled, bytesRead === 0];
    return window.subarray(0, Math.min(length, filled));
  };
  return { held, more };
}
