import { openAsBlob } from 'node:fs';
import { basename, extname } from 'node:path';
import type { Client } from '../../api/contract/client.ts';
import { ApiError } from '../../api/contract/errors.ts';
import { pathOf } from '../../api/contract/http.ts';
import { mediaTypes } from '../mediaTypes.ts';
import type { LocalMedia } from './content.ts';
import { patiently, type RetryOptions } from './retry.ts';
import type { State, UploadState } from './state.ts';

/** Uploads a file and gives its address on the server. A file of the same content is sent once. */
export type Upload = (media: LocalMedia) => Promise<string>;

/** Makes the function that uploads; it remembers in the state what is there already. */
export function createUploader(client: Client, state: State, retry: RetryOptions): Upload {
  const running = new Map<string, Promise<string>>();
  return (media) => {
    const found = running.get(media.hash) ?? uploadOnce(client, state, retry, media);
    running.set(media.hash, found);
    // One that failed may be tried again, by the next project that needs it.
    found.catch(() => running.delete(media.hash));
    return found;
  };
}

async function uploadOnce(client: Client, state: State, retry: RetryOptions, media: LocalMedia): Promise<string> {
  const { uploads } = state.server;
  const known = uploads[media.hash];
  if (known?.done) return known.readUri;
  return patiently(async () => {
    const upload = uploads[media.hash] ?? (await begin(client, state, retry.signal, media));
    try {
      const body = await openAsBlob(media.path);
      await client.putFile(upload.uploadUri, body, { type: typeOf(media.path), signal: retry.signal });
    } catch (error) {
      // The server knows nothing of this upload any more: the next try begins a new one.
      if (error instanceof ApiError && [404, 409, 410].includes(error.status)) {
        delete uploads[media.hash];
        throw new ApiError(503, error.code, error.message);
      }
      throw error;
    }
    upload.done = true;
    await state.save();
    return upload.readUri;
  }, retry);
}

/** Asks for an address and writes it down before a byte is sent, so that a killed run puts the same file again. */
async function begin(client: Client, state: State, signal: AbortSignal, media: LocalMedia): Promise<UploadState> {
  const file = { fileName: basename(media.path), fileType: typeOf(media.path), size: media.size };
  const [uris] = await client.createUpload([file], { signal });
  if (!uris) throw new ApiError(0, 'answer', 'The server gave no address for an upload.');
  const upload = { uploadUri: uris.upload_uri, readUri: pathOf(uris.read_uri), done: false };
  state.server.uploads[media.hash] = upload;
  await state.save();
  return upload;
}

function typeOf(path: string): string {
  return mediaTypes[extname(path).toLowerCase()] ?? '';
}
