import { open, readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { Zip, ZipPassThrough } from 'fflate';
import { messages } from '../../../engine/project/messages.ts';
import { ProblemError, problem } from '../../../engine/project/problems.ts';

/** Numbered PNG files to pack. */
export interface ZipWork {
  /** Folder of frame-00001.png and so on. */
  folder: string;
  count: number;
  /** Path of the zip. */
  out: string;
}

/** Largest offset that a zip without extensions states, in bytes. */
const MOST_BYTES = 0xffff_ffff;
/** Bytes of a file's two headers with its name, at most. */
const HEADERS = 200;

/**
 * Packs numbered files as 00001.png and so on, uncompressed because PNG is, and deletes each one once it is packed. Holds
 * one file in memory.
 * @throws ProblemError if the zip would be larger than 4 GB; the signal's reason when aborted; system errors.
 */
export async function zipFrames({ folder, count, out }: ZipWork, signal: AbortSignal | undefined): Promise<void> {
  const target = await open(out, 'w');
  try {
    let chunks: Uint8Array[] = [];
    const zip = new Zip((error, chunk) => {
      if (error) throw error;
      chunks.push(chunk);
    });
    const flush = async () => {
      const ready = chunks;
      chunks = [];
      for (const chunk of ready) await target.appendFile(chunk);
    };
    let bytes = 0;
    for (let number = 1; number <= count; number += 1) {
      signal?.throwIfAborted();
      const name = `${String(number).padStart(5, '0')}.png`;
      const path = join(folder, `frame-${name}`);
      const data = await readFile(path);
      bytes += data.length + HEADERS;
      if (bytes > MOST_BYTES) throw new ProblemError([problem('range', ['output'], messages.zipTooLarge)]);
      const file = new ZipPassThrough(name);
      // The same frames give the same file.
      file.mtime = new Date(1980, 0, 1);
      zip.add(file);
      file.push(data, true);
      await flush();
      await rm(path);
    }
    zip.end();
    await flush();
  } finally {
    await target.close();
  }
}
