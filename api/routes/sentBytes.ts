import type { Readable } from 'node:stream';
import { ChunkRejectedError } from '../storage/uploadParts.ts';
import { fail, type ServiceError } from '../system/serviceError.ts';
import { type Checksum, checkBytes } from './checksums.ts';

/** A request body and its expected properties. */
export interface SentBytes {
  body: Readable;
  /** Aborts reading at once, with its reason. */
  signal: AbortSignal;
  /** Number of leading bytes that are already stored and are skipped. */
  skip: number;
  /** Exact length of the body in bytes; undefined: any up to `most`. */
  exact: number | undefined;
  most: number;
  tooMany: ServiceError;
  /** Whether a body of this many bytes completes the file. */
  isLast: (count: number) => boolean;
  checksums: readonly Checksum[];
  /** Gets the bytes of each chunk; may throw to abort reading. */
  onBytes: (count: number) => Promise<void>;
}

/**
 * Streams the bytes of a body that must be stored. Fails with ChunkRejectedError if they are not as expected, or with the
 * connection's error.
 * @returns also the mismatched checksums after reading: with the end of a file, they may refer to the whole file.
 */
export function sentBytes(sent: SentBytes): { stream: AsyncGenerator<Uint8Array>; wrong(): Checksum[] } {
  let wrong: Checksum[] = [];
  async function* read(): AsyncGenerator<Uint8Array> {
    const checking = checkBytes(sent.checksums);
    let count = 0;
    for await (const piece of pieces(sent.body, sent.signal)) {
      const skipped = Math.min(piece.byteLength, Math.max(0, sent.skip - count));
      count += piece.byteLength;
      if (count > sent.most) throw new ChunkRejectedError(sent.tooMany);
      checking.update(piece);
      await sent.onBytes(piece.byteLength);
      if (skipped < piece.byteLength) yield piece.subarray(skipped);
    }
    if (sent.exact !== undefined && count !== sent.exact)
      throw new ChunkRejectedError(fail('malformed', `${sent.exact} bytes were declared, but ${count} arrived.`));
    wrong = checking.wrong();
    if (wrong.length > 0 && !sent.isLast(count)) throw new ChunkRejectedError(wrongChecksum());
  }
  return { stream: read(), wrong: () => wrong };
}

/** 460: the bytes do not match their checksum. */
export function wrongChecksum(): ServiceError {
  return fail('checksum', 'The uploaded bytes do not match their checksum.');
}

/** Iterates over a stream's chunks; the signal also aborts a pending read. */
async function* pieces(body: Readable, signal: AbortSignal): AsyncGenerator<Uint8Array> {
  const iterator = body.iterator({ destroyOnReturn: false });
  const aborted = new Promise<never>((_, reject) => {
    const end = () => reject(signal.reason);
    if (signal.aborted) end();
    else signal.addEventListener('abort', end, { once: true });
  });
  aborted.catch(() => undefined);
  for (;;) {
    const { value, done } = await Promise.race([iterator.next(), aborted]);
    if (done) return;
    yield value;
  }
}
