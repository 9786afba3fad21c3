import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { chmod, open } from 'node:fs/promises';

/** What was read of a file. */
export interface Read {
  /** Bytes. */
  size: number;
  sha256: string;
}

/** Copies a file to where none is, and waits until the disk has it. @param mode of the copy. @throws the system's error; EEXIST. */
export async function copyHashed(from: string, to: string, mode: number, signal?: AbortSignal): Promise<Read> {
  const file = await open(to, 'wx', 0o600);
  try {
    const read = await readHashed(from, signal, async (chunk) => {
      for (let at = 0; at < chunk.length; ) at += (await file.write(chunk, at)).bytesWritten;
    });
    await file.sync();
    await chmod(to, mode);
    return read;
  } finally {
    await file.close();
  }
}

/** Reads a file to its end. @param use is given each part of it. */
export async function readHashed(
  from: string,
  signal?: AbortSignal,
  use?: (chunk: Buffer) => Promise<void>,
): Promise<Read> {
  const hash = createHash('sha256');
  let size = 0;
  for await (const chunk of createReadStream(from, { highWaterMark: 1 << 20, signal }) as AsyncIterable<Buffer>) {
    hash.update(chunk);
    size += chunk.length;
    await use?.(chunk);
  }
  return { size, sha256: hash.digest('hex') };
}
