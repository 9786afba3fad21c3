import { type ReadableStream, TransformStream } from 'node:stream/web';
import type { ByteRange } from '../storage.ts';
import { OtherRangeError } from './errors.ts';

/**
 * The bytes of an answer that were asked for. Stores, and what is in their way, that know no ranges send all of the object (200):
 * the others are left out here.
 * @param what was asked, in words. @throws OtherRangeError where they are not in it.
 */
export async function askedBytes(answer: Response, range: ByteRange, what: string): Promise<ReadableStream | null> {
  const body = answer.body as ReadableStream<Uint8Array> | null;
  if (isRange(answer, range)) return body;
  if (answer.status === 200 && body) return body.pipeThrough(onlyRange(range, what));
  await body?.cancel();
  throw new OtherRangeError(what);
}

/** Whether an answer has the bytes that were asked for, as far as there are so many: what is in its way may have its own mind. */
function isRange({ status, headers }: Response, { start, end }: ByteRange): boolean {
  const [, from, to, size] = /^bytes (\d+)-(\d+)\/(\d+)$/.exec(headers.get('content-range') ?? '') ?? [];
  return status === 206 && Number(from) === start && Number(to) === Math.min(end, Number(size) - 1);
}

function onlyRange({ start, end }: ByteRange, what: string): TransformStream<Uint8Array, Uint8Array> {
  let at = 0;
  return new TransformStream({
    transform(piece, controller) {
      const own = piece.subarray(Math.max(0, start - at), Math.max(0, end + 1 - at));
      at += piece.byteLength;
      if (own.byteLength > 0) controller.enqueue(own);
      if (at > end) controller.terminate();
    },
    flush(controller) {
      // Who asks for the rest until all is there must not ask forever.
      if (at <= start) controller.error(new OtherRangeError(what));
    },
  });
}
