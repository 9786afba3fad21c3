import { createClient } from '../../api/contract/client.ts';
import { ApiError, isPassing } from '../../api/contract/errors.ts';
import type { UploadedMedia } from '../../api/contract/upload.ts';
import { MAX_UPLOAD_BYTES } from '../../engine/project/limits.ts';
import { messages } from '../../engine/project/messages.ts';
import { getClient } from '../state/server.ts';

/** How often an upload is tried again when the server fails. */
const RETRIES = 3;
/** No server is waited for longer than this at a time, milliseconds. */
const LONGEST_PAUSE_MS = 60_000;

/** How to upload. */
export interface UploadOptions {
  /** Bytes sent so far. */
  onProgress: (sent: number) => void;
  signal?: AbortSignal;
}

/**
 * Sends a file to the server.
 * @returns what the file turned out to be, with its address in `url`.
 * @throws ApiError with the sentence that a person should read.
 */
export async function uploadFile(file: File, { onProgress, signal }: UploadOptions): Promise<UploadedMedia> {
  if (file.size > MAX_UPLOAD_BYTES) throw new ApiError(413, 'too-large', messages.uploadTooLarge);
  const options = signal ? { signal } : {};
  const client = await getClient();
  const announced = { fileName: file.name, fileType: file.type, size: file.size };
  const [uris] = await patiently(() => client.createUpload([announced], options), signal);
  if (!uris) throw new ApiError(0, 'answer', messages.uploadFailed);
  const sender = createClient({ fetch: (input, init) => sendCounted(String(input), init ?? {}, onProgress) });
  const media = await patiently(() => sender.putFile(uris.upload_uri, file, { type: file.type, ...options }), signal);
  return { ...media, url: uris.read_uri };
}

/** Does a call, and again while the server is away or asks to come back later. */
async function patiently<T>(call: () => Promise<T>, signal: AbortSignal | undefined): Promise<T> {
  for (let attempt = 0; ; attempt += 1) {
    try {
      return await call();
    } catch (error) {
      if (signal?.aborted || !isPassing(error)) throw error;
      if (attempt === RETRIES) throw toldOf(error);
      const pause = error.retryAfter === undefined ? 500 * 2 ** attempt : 1000 * error.retryAfter;
      await new Promise((resolve) => setTimeout(resolve, Math.min(pause, LONGEST_PAUSE_MS)));
      signal?.throwIfAborted();
    }
  }
}

/** What is said at last. A server that is there and asks for patience says itself of what there is too much. */
function toldOf(error: ApiError): ApiError {
  if (error.status === 429) return error;
  return new ApiError(error.status, error.code, messages.uploadFailed);
}

/** A fetch that tells how much of its body is sent; the browser's own fetch cannot. */
function sendCounted(url: string, init: RequestInit, onProgress: (sent: number) => void): Promise<Response> {
  return new Promise((resolve, reject) => {
    // It may have been stopped between two tries.
    init.signal?.throwIfAborted();
    const request = new XMLHttpRequest();
    request.open(init.method ?? 'GET', url);
    for (const [name, value] of new Headers(init.headers)) request.setRequestHeader(name, value);
    request.upload.onprogress = (event) => onProgress(event.loaded);
    request.onload = () => {
      const { status, statusText } = request;
      const headers = { 'retry-after': request.getResponseHeader('retry-after') ?? '' };
      resolve(new Response(request.responseText, { status, statusText, headers }));
    };
    request.onerror = () => reject(new TypeError('The connection was lost.'));
    request.onabort = () => reject(init.signal?.reason);
    init.signal?.addEventListener('abort', () => request.abort(), { once: true });
    request.send(init.body as XMLHttpRequestBodyInit);
  });
}
