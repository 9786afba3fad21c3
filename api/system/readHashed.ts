import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';

/** Size and hash of a file. */
export interface Read {
  /** Bytes. */
  size: number;
  sha256: string;
}

/** Reads a whole file and hashes it. @param use gets each chunk. */
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
