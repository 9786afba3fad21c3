import { createHash } from 'node:crypto';
import { type FileHandle, open } from 'node:fs/promises';
import { limitConcurrency } from '../../system/limitConcurrency.ts';
import type { S3Client } from './client.ts';
import { S3Error } from './errors.ts';
import { textOf } from './xml.ts';

/** More than this goes up in parts of this size, bytes. A store takes parts of 5 MiB at least, but for the last one. */
const PART_BYTES = 8 * 1024 * 1024;
/** How many parts of one file go up at a time. */
const AT_A_TIME = 3;

/** Parts in memory, of all files of this process. */
const buffers = limitConcurrency(4);

/** What is put. */
export interface Put {
  key: string;
  /** MIME type. */
  type: string;
  signal?: AbortSignal | undefined;
}

/** A part that is there, as the end of a multipart upload names it. */
export interface PartTag {
  number: number;
  etag: string;
}

/** Puts a file into the store: it is there whole or not at all. However large it is, a few parts of it are in memory. */
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

/** Makes an object of parts. What failed leaves none of them. */
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
    // Its first answer may have been lost.
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
  // The file stays open until nobody reads it any more.
  const ended = await Promise.allSettled(parts);
  stop.signal.throwIfAborted();
  return ended.flatMap((part) => (part.status === 'fulfilled' ? [part.value] : []));
}

/** Sends some bytes of a file. @returns the tag that the store gives them. */
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
