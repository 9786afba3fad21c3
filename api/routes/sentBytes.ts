import type { Readable } from 'node:stream';
import { ChunkRefused } from '../storage/uploadParts.ts';
import { type Checksum, checkBytes } from './checksums.ts';
import { HttpError } from './httpError.ts';

/** The body of a request and what is expected of it. */
export interface SentBytes {
  body: Readable;
  /** Ends the reading at once, with its reason. */
  signal: AbortSignal;
  /** So many of its first bytes are held already and are passed over. */
  skip: number;
  /** How many bytes the body must have; undefined: any number up to `most`. */
  exact: number | undefined;
  most: number;
  tooMany: HttpError;
  /** Whether a body of so many bytes brings the end of the file. */
  isLast: (count: number) => boolean;
  checksums: readonly Checksum[];
  /** Told how many bytes came, piece by piece; ends the reading by throwing. */
  onBytes: (count: number) => Promise<void>;
}

/**
 * The bytes of a body that are to be kept. It ends with ChunkRefused where they are not as expected, with the connection's
 * error where it is cut.
 * @returns also the checksums that the body does not have, once it was read: with the end of a file they may be of all of it.
 */
export function sentBytes(sent: SentBytes): { stream: AsyncGenerator<Uint8Array>; wrong(): Checksum[] } {
  let wrong: Checksum[] = [];
  async function* read(): AsyncGenerator<Uint8Array> {
    const checking = checkBytes(sent.checksums);
    let count = 0;
    for await (const piece of pieces(sent.body, sent.signal)) {
      const skipped = Math.min(piece.byteLength, Math.max(0, sent.skip - count));
      count += piece.byteLength;
      if (count > sent.most) throw new ChunkRefused(sent.tooMany);
      checking.update(piece);
      await sent.onBytes(piece.byteLength);
      if (skipped < piece.byteLength) yield piece.subarray(skipped);
    }
    if (sent.exact !== undefined && count !== sent.exact)
      throw new ChunkRefused(
        new HttpError(400, 'malformed', `${sent.exact} bytes were declared, but ${count} arrived.`),
      );
    wrong = checking.wrong();
    if (wrong.length > 0 && !sent.isLast(count)) throw new ChunkRefused(wrongChecksum());
  }
  return { stream: read(), wrong: () => wrong };
}

/** 460: not the bytes that were meant to be sent. */
export function wrongChecksum(): HttpError {
  return new HttpError(460, 'checksum', 'The uploaded bytes do not match their checksum.');
}

/** The pieces of a stream; what waits for the next one is ended by the signal too. */
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
