import { ApiError } from '../../../api/contract/errors.ts';
import { createSend } from '../../../api/contract/http.ts';
import type { SendChunk, SessionMemory } from '../../../api/contract/sendFile.ts';
import type { UploadedMedia } from '../../../api/contract/upload.ts';
import { MAX_UPLOAD_BYTES } from '../../../engine/project/limits.ts';
import { messages } from '../../../engine/project/messages.ts';
import { getClient } from '../page/server.ts';

/** How to upload. */
export interface UploadOptions {
  /** Bytes uploaded so far; never decreases. */
  onProgress: (sent: number) => void;
  /** Stores the upload's URL, so that it resumes after a reload. */
  memory?: SessionMemory;
  signal?: AbortSignal;
}

/**
 * Uploads a file, resuming where it stopped.
 * @returns facts about the file, with its URL in `url`.
 * @throws ApiError with a message for the user.
 */
export async function uploadFile(file: File, options: UploadOptions): Promise<UploadedMedia> {
  if (file.size > MAX_UPLOAD_BYTES) throw new ApiError(413, 'too-large', messages.uploadTooLarge);
  const client = await getClient();
  return client.uploadFile(file, file.name, { ...options, send: sendCounted });
}

/** The browser's own fetch does not report upload progress. */
const sendCounted: SendChunk = (path, init, onSent) =>
  createSend({ fetch: (input, init) => sendByRequest(String(input), init ?? {}, onSent) })(path, init);

/** Fetch by XMLHttpRequest, which reports upload progress. */
function sendByRequest(url: string, init: RequestInit, onProgress: (sent: number) => void): Promise<Response> {
  return new Promise((resolve, reject) => {
    // It may have been aborted between two attempts.
    init.signal?.throwIfAborted();
    const request = new XMLHttpRequest();
    request.open(init.method ?? 'GET', url);
    for (const [name, value] of new Headers(init.headers)) request.setRequestHeader(name, value);
    request.upload.onprogress = (event) => onProgress(event.loaded);
    request.onload = () => {
      const { status, statusText } = request;
      const headers = new Headers();
      for (const name of ['retry-after', 'range']) {
        const value = request.getResponseHeader(name);
        if (value !== null) headers.set(name, value);
      }
      resolve(new Response(request.responseText, { status, statusText, headers }));
    };
    request.onerror = () => reject(new TypeError('The connection was lost.'));
    request.onabort = () => reject(init.signal?.reason);
    init.signal?.addEventListener('abort', () => request.abort(), { once: true });
    request.send(init.body as XMLHttpRequestBodyInit);
  });
}
