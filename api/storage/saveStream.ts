import { createWriteStream } from 'node:fs';
import { mkdir } from 'node:fs/promises';
import path from 'node:path';
import { Transform } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { fail } from '../system/serviceError.ts';

/**
 * Writes a stream to a file and replaces an existing one.
 * @param options.max bytes; one more fails with "too-large". @param options.onBytes gets the size of each chunk; may
 * throw to abort. @returns bytes written.
 */
export async function saveStream(
  source: AsyncIterable<Uint8Array>,
  file: string,
  options: { max: number; signal?: AbortSignal; onBytes?: (count: number) => Promise<void> | void },
): Promise<number> {
  await mkdir(path.dirname(file), { recursive: true });
  let received = 0;
  const counter = new Transform({
    transform(chunk: Buffer, _encoding, done) {
      received += chunk.byteLength;
      if (received > options.max) return done(fail('too-large', 'Too many bytes.'));
      Promise.resolve(options.onBytes?.(chunk.byteLength)).then(() => done(null, chunk), done);
    },
  });
  await pipeline(source, counter, createWriteStream(file), options.signal ? { signal: options.signal } : {});
  return received;
}
