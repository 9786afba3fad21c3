import { createHash } from 'node:crypto';
import { type FileHandle, open } from 'node:fs/promises';
import { limitConcurrency } from '../../system/limitConcurrency.ts';
import type { S3Client } from './client.ts';
import { S3Error } from './errors.ts';
import { textOf } from './xml.ts';

/** Size of the parts of larger files, in bytes. S3 requires at least 5 MiB, except for the last part. */
const PART_BYTES = 8 * 1024 * 1024;
/** Concurrent parts per file. */
const AT_A_TIME = 3;

/** Parts in memory, for all files of this process. */
const buffers = limitConcurrency(4);

/** An object to upload. */
export interface Put {
  key: string;
  /** MIME type. */
  type: string;
  signal?: AbortSignal | undefined;
}

/** An uploaded part, as the completion of a multipart upload lists it. */
export interface PartTag {
  number: number;
  etag: string;
}

/** Uploads a file atomically, with a few parts in memory at a time. */
export async function putFile(client: S3Client, file: string, put: Put): Promise<void> {
  const handle = await open(file, 'r');
  try {
    const { size } = await handle.stat();
    if (size > PART_BYTES) return await inParts(client, put, (id) => sendParts(client, put, handle, size, id));
    const headers = { 'content-type': put.type };
    const { key, signal } = put;
    await sendBytes(client, handle, 0, size, (body, md5) => ({
      ...{ method: 'PUT', key, body, signal },
      headers: { ...headers, 'content-md5': md5 },
    }));
  } finally {
    await handle.close();
  }
}

/** Creates an object from parts. Deletes them after a failure. */
export async function inParts(
  client: S3Client,
  { key, type, signal }: Put,
  send: (uploadId: string) => Promise<PartTag[]>,
): Promise<void> {
  const headers = { 'content-type': type };
  const begun = await client.text({ method: 'POST', key, query: { uploads: '' }, headers, signal });
  const uploadId = textOf(begun, 'UploadId');
  try {
    const tags = await send(uploadId);
    await complete(client, key, uploadId, tags, signal);
  } catch (error) {
    await client.send({ method: 'DELETE', key, query: { uploadId } }).catch(() => undefined);
    throw error;
  }
}

async function complete(
  client: S3Client,
  key: string,
  uploadId: string,
  tags: readonly PartTag[],
  signal: AbortSignal | undefined,
): Promise<void> {
  const parts = [...tags]
    .sort((a, b) => a.number - b.number)
    .map(({ number, etag }) => `<Part><PartNumber>${number}</PartNumber><ETag>${etag}</ETag></Part>`);
  const body = `<CompleteMultipartUpload>${parts.join('')}</CompleteMultipartUpload>`;
  const headers = { 'content-type': 'application/xml' };
  try {
    await client.text({ method: 'POST', key, query: { uploadId }, headers, body, signal });
  } catch (error) {
    // The answer to an earlier try may have been lost.
    if (!(error instanceof S3Error) || error.code !== 'NoSuchUpload') throw error;
    await client.send({ method: 'HEAD', key, signal });
  }
}

async function sendParts(
  client: S3Client,
  { key, signal }: Put,
  handle: FileHandle,
  size: number,
  uploadId: string,
): Promise<PartTag[]> {
  const stop = new AbortController();
  const either = signal ? AbortSignal.any([signal, stop.signal]) : stop.signal;
  const turns = limitConcurrency(AT_A_TIME);
  const sendPart = async (number: number): Promise<PartTag> => {
    const start = (number - 1) * PART_BYTES;
    const query = { partNumber: String(number), uploadId };
    const etag = await sendBytes(client, handle, start, Math.min(size, start + PART_BYTES), (body, md5) => ({
      ...{ method: 'PUT', key, query, body, signal: either },
      headers: { 'content-md5': md5 },
    }));
    return { number, etag };
  };
  const parts = Array.from({ length: Math.ceil(size / PART_BYTES) }, (_, index) =>
    turns(() => sendPart(index + 1)).catch((error: unknown) => {
      stop.abort(error);
      throw error;
    }),
  );
  // Keep the file open until all reads have ended.
  const ended = await Promise.allSettled(parts);
  stop.signal.throwIfAborted();
  return ended.flatMap((part) => (part.status === 'fulfilled' ? [part.value] : []));
}

/** Uploads a range of a file. @returns its ETag. */
function sendBytes(
  client: S3Client,
  handle: FileHandle,
  start: number,
  end: number,
  request: (body: Uint8Array<ArrayBuffer>, md5: string) => Parameters<S3Client['send']>[0],
): Promise<string> {
  return buffers(async () => {
    const body = new Uint8Array(end - start);
    for (let done = 0; done < body.byteLength; ) {
      const { bytesRead } = await handle.read(body, done, body.byteLength - done, start + done);
      if (bytesRead === 0) throw new Error('A file that is being stored has become shorter.');
      done += bytesRead;
    }
    const answer = await client.send(request(body, createHash('md5').update(body).digest('base64')));
    await answer.body?.cancel();
    return answer.headers.get('etag') ?? '';
  });
}
