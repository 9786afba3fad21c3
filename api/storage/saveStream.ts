import { createWriteStream } from 'node:fs';
import { mkdir } from 'node:fs/promises';
import path from 'node:path';
import { Transform } from 'node:stream';
import { pipeline } from 'node:stream/promises';

/** More bytes came than may be stored. */
export class TooLargeError extends Error {
  override name = 'TooLargeError';
}

/**
 * Writes a stream to a file that is replaced when it exists.
 * @param options.max bytes; one more and TooLargeError is thrown. @param options.onBytes told how many came, piece by piece; what it throws ends the writing. @returns bytes written.
 */
export async function saveStream(
  source: AsyncIterable<Uint8Array>,
  file: string,
  options: { max: number; signal?: AbortSignal; onBytes?: (count: number) => Promise<void> | void },
): Promise<number> {
  await mkdir(path.dirname(file), { recursive: true });
  let held = 0;
  const counter = new Transform({
    transform(chunk: Buffer, _encoding, done) {
      held += chunk.byteLength;
      if (held > options.max) return done(new TooLargeError('Too many bytes.'));
      Promise.resolve(options.onBytes?.(chunk.byteLength)).then(() => done(null, chunk), done);
    },
  });
  await pipeline(source, counter, createWriteStream(file), options.signal ? { signal: options.signal } : {});
  return held;
}
