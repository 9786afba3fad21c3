import { createHash } from 'node:crypto';
import { open } from 'node:fs/promises';

/** Size and hash of a file. */
export interface Read {
  /** Bytes. */
  size: number;
  sha256: string;
}

/** Bytes that are read at once. */
const CHUNK = 1 << 20;

/**
 * Reads a whole file and hashes it.
 * @param use gets each chunk, whose bytes are valid until it resolves
 */
export async function readHashed(
  from: string,
  signal?: AbortSignal,
  use?: (chunk: Buffer) => Promise<void>,
): Promise<Read> {
  const hash = createHash('sha256');
  const file = await open(from);
  try {
    // One buffer for all chunks, no larger than the file: a database has a thousand small files.
    const buffer = Buffer.allocUnsafe(Math.min(CHUNK, (await file.stat()).size + 1));
    let size = 0;
    for (;;) {
      signal?.throwIfAborted();
      const { bytesRead } = await file.read(buffer);
      if (bytesRead === 0) return { size, sha256: hash.digest('hex') };
      const chunk = buffer.subarray(0, bytesRead);
      hash.update(chunk);
      size += bytesRead;
      await use?.(chunk);
    }
  } finally {
    await file.close();
  }
}
