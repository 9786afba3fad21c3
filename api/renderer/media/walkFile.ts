import { type FileHandle, open } from 'node:fs/promises';
import type { FileWalk } from '../../../engine/formats/fileWalk.ts';
import { partLimitExceeded } from './limitExceeded.ts';
import { shownName } from './unreadable.ts';

/** Bytes of a file that are in memory at a time. */
const windowBytes = 256 * 1024;

/** Maximum number of steps of a walk: ten hours of MP3 need half as many. */
const MOST_STEPS = 3_000_000;

/**
 * Runs a walk over a file with only a small window in memory. The walk may retain the bytes that it receives.
 * @param most maximum number of steps.
 * @throws system errors; ProblemError caused by TooMuchError if the file has too many parts.
 */
export async function walkFile<T>(walk: FileWalk<T>, path: string, most = MOST_STEPS): Promise<T> {
  const file = await open(path);
  try {
    const read = readerOf(file);
    let step = walk.next(new Uint8Array());
    for (let steps = 0; !step.done; steps += 1) {
      if (steps >= most) throw partLimitExceeded(shownName(path));
      const { at, length } = step.value;
      step = walk.next(read.bytesAt(at, length) ?? (await read.more(at, length)));
    }
    return step.value;
  } finally {
    await file.close();
  }
}

/** Reads the first bytes of a file. @param most maximum number of bytes. */
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

/**
 * Reads a file through windows. Each read allocates a new window: walks may retain views of the last one, and copying
 * each would cost more.
 */
function readerOf(file: FileHandle) {
  let window = new Uint8Array();
  let [from, to, isEnd] = [0, 0, false];
  /** Returns undefined if the bytes must be read first. */
  const bytesAt = (at: number, length: number): Uint8Array | undefined => {
    const isInWindow = at >= from && (at + length <= to || isEnd);
    return isInWindow ? window.subarray(Math.min(at, to) - from, Math.min(at + length, to) - from) : undefined;
  };
  const more = async (at: number, length: number): Promise<Uint8Array> => {
    window = new Uint8Array(Buffer.allocUnsafeSlow(windowBytes).buffer);
    // A read may return fewer bytes than requested; only 0 means the end.
    let [filled, bytesRead] = [0, 1];
    while (filled < length && bytesRead > 0) {
      ({ bytesRead } = await file.read(window, filled, windowBytes - filled, at + filled));
      filled += bytesRead;
    }
    [from, to, isEnd] = [at, at + filled, bytesRead === 0];
    return window.subarray(0, Math.min(length, filled));
  };
  return { bytesAt, more };
}
