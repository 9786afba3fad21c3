import { type ReadableStream, TransformStream } from 'node:stream/web';
import type { ByteRange } from '../storage.ts';
import { WrongRangeError } from './errors.ts';

/**
 * Returns the requested bytes of an answer. Storages and proxies that ignore ranges send the whole object (200), which
 * is cut here.
 * @param what the request, for errors. @throws OtherRangeError if the bytes are not included.
 */
export async function readRange(answer: Response, range: ByteRange, what: string): Promise<ReadableStream | null> {
  const body = answer.body as ReadableStream<Uint8Array> | null;
  if (isRange(answer, range)) return body;
  if (answer.status === 200 && body) return body.pipeThrough(onlyRange(range, what));
  await body?.cancel();
  throw new WrongRangeError(what);
}

/** Whether an answer contains the requested range, up to the object's end. Proxies may return other ranges. */
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
      // Fail, so that a caller that resumes until it has all bytes does not loop forever.
      if (at <= start) controller.error(new WrongRangeError(what));
    },
  });
}
