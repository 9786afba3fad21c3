import { Readable } from 'node:stream';
import type { FastifyRequest } from 'fastify';
import { MAX_UPLOAD_BYTES } from '../../engine/project/limits.ts';
import { messages } from '../../engine/project/messages.ts';
import type { UploadRow } from '../db/tables.ts';
import type { Service } from '../service/service.ts';
import { isRejectedFile } from '../sources/inspectFile.ts';
import { OvertakenError } from '../storage/uploadParts.ts';
import { fail, type ServiceError } from '../system/serviceError.ts';
import { type Checksum, hasChecksums, readChecksums } from './checksums.ts';
import { readContentRange, type SentRange } from './contentRange.ts';
import { type SentBytes, sentBytes, wrongChecksum } from './sentBytes.ts';

/** What a request's headers declare about its bytes. */
interface Sent {
  range: SentRange;
  /** Bytes of its body; undefined if not declared. */
  length: number | undefined;
  checksums: Checksum[];
}

/**
 * Receives the bytes of a request according to its Content-Range. A newer request for an upload supersedes the older
 * one.
 * @returns the upload once it is complete, otherwise the number of bytes received. @throws ServiceError
 */
export async function receiveUpload(
  service: Pick<Service, 'budget' | 'folders' | 'uploads'>,
  upload: UploadRow,
  request: FastifyRequest,
): Promise<UploadRow | number> {
  const sent = sentOf(request, upload);
  if (upload.status === 'done') return upload;
  await expectUntold(service, upload, endOf(sent));
  const overtaken = () => fail('conflict', 'A newer request for this upload has arrived.');
  const body = request.body instanceof Readable ? request.body : Readable.from([]);
  const most = exactLength(sent, totalOf(upload)) ?? totalOf(upload);
  // Queries, and requests for bytes that are already stored, work on a full disk too.
  const room = most === 0 ? undefined : await service.budget.reserve(most, service.folders.root);
  try {
    return await service.uploads.writers.runExclusive(upload.id, overtaken, async (signal) => {
      // It may have been completed or deleted since it was loaded.
      const now = await service.uploads.byId(upload.id);
      if (!now) throw fail('not-found', 'This upload was not found.');
      if (now.status === 'done') return now;
      // Written bytes no longer count as reserved. A render may have used up the space meanwhile.
      const onBytes = async (count: number) => room?.spend(count);
      return await receiveBytes(service, now, sent, { body, signal, onBytes });
    });
  } catch (error) {
    if (!(error instanceof OvertakenError)) throw error;
    // Another process may have completed it.
    const now = await service.uploads.byId(upload.id);
    if (now?.status === 'done') return now;
    throw fail('conflict', 'This upload has ended, or a newer upload of the file has started.');
  } finally {
    room?.release();
  }
}

type Source = Pick<SentBytes, 'body' | 'signal' | 'onBytes'>;

async function receiveBytes(
  service: Pick<Service, 'uploads'>,
  upload: UploadRow,
  sent: Sent,
  source: Source,
): Promise<UploadRow | number> {
  const { uploads } = service;
  const { range } = sent;
  const total = range.kind === 'whole' ? totalOf(upload) : (range.total ?? totalOf(upload));
  const received = await uploads.parts.received(upload.id);
  if (range.kind === 'query') {
    if (total !== undefined && received > total)
      throw malformed(`${received} bytes are already stored, more than ${total}.`);
    await uploads.touch(upload.id, range.total);
    if (received !== total) return received;
    await expectUntold(service, upload, received);
    return finish(service, upload, received === 0);
  }
  const first = range.kind === 'whole' ? 0 : range.first;
  if (first > received) throw fail('conflict', `Only ${received} bytes were received. Resume from there.`);
  await uploads.touch(upload.id, range.kind === 'whole' ? undefined : range.total);
  // A whole file starts over.
  const at = range.kind === 'whole' ? 0 : received;
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

/**
 * Counts bytes of undeclared length against the quota as they arrive. @param bytes counted from the start of the file.
 */
async function expectUntold({ uploads }: Pick<Service, 'uploads'>, upload: UploadRow, bytes: number): Promise<void> {
  if (upload.declared_size === null && bytes > 0) await uploads.expectQuota(upload.party, 0, bytes, upload.id);
}

/** Appends bytes. @returns the total number received. */
async function append(
  { uploads }: Pick<Service, 'uploads'>,
  upload: UploadRow,
  at: number,
  bytes: AsyncIterable<Uint8Array>,
) {
  const { parts, noteReceived } = uploads;
  try {
    return await parts.append(upload.id, at, bytes).catch((error) => Promise.reject(answerError(error)));
  } finally {
    if (upload.declared_size === null) await noteReceived(upload.id, await parts.received(upload.id));
  }
}

/** Completes an upload. @throws ServiceError 422, and deletes the bytes, if the file type is not accepted. */
async function finish({ uploads }: Pick<Service, 'uploads'>, upload: UploadRow, isEmpty: boolean): Promise<UploadRow> {
  try {
    return await (isEmpty ? uploads.completeEmpty(upload) : uploads.complete(upload));
  } catch (error) {
    if (!isRejectedFile(error)) throw error;
    await uploads.parts.discard(upload.id);
    await uploads.noteReceived(upload.id, 0);
    throw error;
  }
}

/** Reads the request's headers and rejects it before the first byte if it cannot succeed. @throws ServiceError */
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
  const statedLength = range.kind === 'query' ? 0 : range.kind === 'chunk' ? lengthOf(range) : undefined;
  if (statedLength !== undefined && length !== undefined && length !== statedLength)
    throw malformed(`Content-Range specifies ${statedLength} bytes, but Content-Length specifies ${length}.`);
  return sent;
}

/** Returns the exact length that a body must have; undefined if any is allowed. */
function exactLength({ range, length }: Sent, total: number | undefined): number | undefined {
  if (range.kind === 'whole') return length ?? total;
  return range.kind === 'chunk' ? (lengthOf(range) ?? length) : 0;
}

function lengthOf({ first, last }: { first: number; last: number | undefined }): number | undefined {
  return last === undefined ? undefined : last - first + 1;
}

/** Returns the declared end of a request's bytes in the file; 0 if not declared. */
function endOf(sent: Sent): number {
  return (sent.range.kind === 'chunk' ? sent.range.first : 0) + (exactLength(sent, undefined) ?? 0);
}

/** Whether the end of the body is the end of the file, if its length was not declared. */
function isOpenEnded(range: SentRange): boolean {
  return range.kind === 'whole' || (range.kind === 'chunk' && range.last === undefined);
}

function totalOf({ declared_size }: UploadRow): number | undefined {
  return declared_size === null ? undefined : Number(declared_size);
}

function tooLarge(): ServiceError {
  return fail('too-large', messages.uploadTooLarge);
}

function malformed(message: string): ServiceError {
  return fail('malformed', message);
}

/** The sender disconnected: the answer will not be read. */
function answerError(error: NodeJS.ErrnoException): Error {
  const isCut = error.code === 'ECONNRESET' || error.code === 'ERR_STREAM_PREMATURE_CLOSE';
  return isCut ? malformed(messages.uploadFailed) : error;
}
