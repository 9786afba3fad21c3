import { Readable } from 'node:stream';
import type { FastifyRequest } from 'fastify';
import { MAX_UPLOAD_BYTES } from '../../engine/project/limits.ts';
import { messages } from '../../engine/project/messages.ts';
import type { UploadRow } from '../db/tables.ts';
import type { Service } from '../service.ts';
import { UploadRefused } from '../sources/lookAt.ts';
import { OvertakenError } from '../storage/uploadParts.ts';
import { type Checksum, hasChecksums, readChecksums } from './checksums.ts';
import { readContentRange, type SentRange } from './contentRange.ts';
import { HttpError } from './httpError.ts';
import { type SentBytes, sentBytes, wrongChecksum } from './sentBytes.ts';

/** What a request says of its bytes. */
interface Sent {
  range: SentRange;
  /** Bytes of its body; undefined where they are not announced. */
  length: number | undefined;
  checksums: Checksum[];
}

/**
 * Takes the bytes of a request in, as its Content-Range says. The newest request for an upload ends the older one.
 * @returns the upload when all is there, else how many bytes are held. @throws HttpError
 */
export async function receiveUpload(
  service: Service,
  upload: UploadRow,
  request: FastifyRequest,
): Promise<UploadRow | number> {
  const sent = sentOf(request, upload);
  if (upload.status === 'done') return upload;
  await expectUntold(service, upload, endOf(sent));
  const overtaken = () => new HttpError(409, 'conflict', 'A newer request for this upload has arrived.');
  const body = request.body instanceof Readable ? request.body : Readable.from([]);
  const most = exactLength(sent, totalOf(upload)) ?? totalOf(upload);
  // A question, and the end of what is held already, are answered on a full disk too.
  const room = most === 0 ? undefined : await service.budget.reserve(most, service.folders.root);
  try {
    return await service.uploads.writers.take(upload.id, overtaken, async (signal) => {
      // It may have come to its end, or be gone, since it was looked up.
      const now = await service.uploads.byId(upload.id);
      if (!now) throw new HttpError(404, 'not-found', 'This upload was not found.');
      if (now.status === 'done') return now;
      // What is written counts as taken from the disk, no longer as reserved; a render may have taken what was left of it.
      const onBytes = async (count: number) => room?.spend(count);
      return await take(service, now, sent, { body, signal, onBytes });
    });
  } catch (error) {
    if (!(error instanceof OvertakenError)) throw error;
    // Another process may have brought it to its end.
    const now = await service.uploads.byId(upload.id);
    if (now?.status === 'done') return now;
    throw new HttpError(409, 'conflict', 'This upload has ended, or a newer upload of the file has started.');
  } finally {
    room?.release();
  }
}

type Source = Pick<SentBytes, 'body' | 'signal' | 'onBytes'>;

async function take(service: Service, upload: UploadRow, sent: Sent, source: Source): Promise<UploadRow | number> {
  const { uploads } = service;
  const { range } = sent;
  const total = range.kind === 'whole' ? totalOf(upload) : (range.total ?? totalOf(upload));
  const held = await uploads.parts.held(upload.id);
  if (range.kind === 'query') {
    if (total !== undefined && held > total) throw malformed(`${held} bytes are already stored, more than ${total}.`);
    await uploads.touch(upload.id, range.total);
    if (held !== total) return held;
    await expectUntold(service, upload, held);
    return finish(service, upload, held === 0);
  }
  const first = range.kind === 'whole' ? 0 : range.first;
  if (first > held) throw new HttpError(409, 'conflict', `Only ${held} bytes were received. Resume from there.`);
  await uploads.touch(upload.id, range.kind === 'whole' ? undefined : range.total);
  // A whole file begins anew.
  const at = range.kind === 'whole' ? 0 : held;
  const isLast = (count: number) => first + count === total || (total === undefined && isOpenEnded(range));
  const exact = exactLength(sent, total);
  const most = exact ?? (total ?? MAX_UPLOAD_BYTES) - first;
  const tooMany =
    most + first === MAX_UPLOAD_BYTES ? tooLarge() : malformed(`The upload sent more than the declared ${most} bytes.`);
  const { checksums } = sent;
  const bytes = sentBytes({ ...source, skip: at - first, exact, most, tooMany, isLast, checksums });
  const end = await append(service, upload, at, bytes.stream);
  if (!isLast(end - first)) return end;
  const wrong = bytes.wrong();
  if (wrong.length > 0 && !(await uploads.parts.read(upload.id, (file) => hasChecksums(file, wrong)))) {
    await uploads.parts.append(upload.id, at, Readable.from([]));
    throw wrongChecksum();
  }
  await expectUntold(service, upload, end);
  return finish(service, upload, false);
}

/** What nobody said the length of at the beginning counts for the quota as it comes. @param bytes from its first one on. */
async function expectUntold({ uploads }: Service, upload: UploadRow, bytes: number): Promise<void> {
  if (upload.declared_size === null && bytes > 0) await uploads.expectQuota(upload.party, 0, bytes, upload.id);
}

/** @returns bytes that are held now. */
async function append({ uploads }: Service, upload: UploadRow, at: number, bytes: AsyncIterable<Uint8Array>) {
  const { parts, noteHeld } = uploads;
  try {
    return await parts.append(upload.id, at, bytes).catch((error) => Promise.reject(told(error)));
  } finally {
    if (upload.declared_size === null) await noteHeld(upload.id, await parts.held(upload.id));
  }
}

/** @throws HttpError 422, and what came is thrown away, where it is nothing that may be uploaded. */
async function finish({ uploads }: Service, upload: UploadRow, isEmpty: boolean): Promise<UploadRow> {
  try {
    return await (isEmpty ? uploads.completeEmpty(upload) : uploads.complete(upload));
  } catch (error) {
    if (!(error instanceof UploadRefused)) throw error;
    await uploads.parts.discard(upload.id);
    await uploads.noteHeld(upload.id, 0);
    throw new HttpError(422, error.code, error.message);
  }
}

/** What a request says of its bytes, refused before the first one is read where it cannot end well. @throws HttpError */
function sentOf({ headers }: FastifyRequest, upload: UploadRow): Sent {
  const range = readContentRange(headers['content-range']);
  if (!range) throw malformed('Content-Range must be "bytes a-b/N", "bytes a-*/N" or "bytes */N"; N may be "*".');
  const isStreamed = headers['transfer-encoding'] !== undefined;
  const length = isStreamed ? undefined : Number(headers['content-length'] ?? 0);
  const sent: Sent = { range, length, checksums: readChecksums(headers) };
  if (upload.status === 'done') return sent;
  const declared = totalOf(upload);
  const total = range.kind === 'whole' ? length : range.total;
  const end = range.kind === 'chunk' ? endOf(sent) : (total ?? 0);
  if (Math.max(end, total ?? 0, length ?? 0) > MAX_UPLOAD_BYTES) throw tooLarge();
  if (declared !== undefined && total !== undefined && total !== declared)
    throw malformed(`The upload was declared with ${declared} bytes, not ${total}.`);
  if (end > (total ?? declared ?? end)) throw malformed(`The bytes exceed the file size of ${total ?? declared}.`);
  const said = range.kind === 'query' ? 0 : range.kind === 'chunk' ? lengthOf(range) : undefined;
  if (said !== undefined && length !== undefined && length !== said)
    throw malformed(`Content-Range specifies ${said} bytes, but Content-Length specifies ${length}.`);
  return sent;
}

/** How many bytes a body must have; undefined where it may end anywhere. */
function exactLength({ range, length }: Sent, total: number | undefined): number | undefined {
  if (range.kind === 'whole') return length ?? total;
  return range.kind === 'chunk' ? (lengthOf(range) ?? length) : 0;
}

function lengthOf({ first, last }: { first: number; last: number | undefined }): number | undefined {
  return last === undefined ? undefined : last - first + 1;
}

/** How far a request brings its file as far as it says so, bytes; 0 where it does not. */
function endOf(sent: Sent): number {
  return (sent.range.kind === 'chunk' ? sent.range.first : 0) + (exactLength(sent, undefined) ?? 0);
}

/** Whether the end of a body is the end of the file, where nobody said how long that is. */
function isOpenEnded(range: SentRange): boolean {
  return range.kind === 'whole' || (range.kind === 'chunk' && range.last === undefined);
}

function totalOf({ declared_size }: UploadRow): number | undefined {
  return declared_size === null ? undefined : Number(declared_size);
}

function tooLarge(): HttpError {
  return new HttpError(413, 'too-large', messages.uploadTooLarge);
}

function malformed(message: string): HttpError {
  return new HttpError(400, 'malformed', message);
}

/** The sender went away in the middle, and nobody is there to read an answer. */
function told(error: NodeJS.ErrnoException): Error {
  const isCut = error.code === 'ECONNRESET' || error.code === 'ERR_STREAM_PREMATURE_CLOSE';
  return isCut ? malformed(messages.uploadFailed) : error;
}
