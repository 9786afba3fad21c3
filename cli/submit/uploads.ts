import { openAsBlob } from 'node:fs';
import { basename } from 'node:path';
import type { Client } from '../../api/contract/client.ts';
import { pathOf } from '../../api/contract/http.ts';
import type { SessionMemory } from '../../api/contract/sendFile.ts';
import { mediaTypeOf } from '../../engine/formats/mediaTypes.ts';
import type { RetryOptions } from './retry.ts';
import type { State } from './state.ts';
import type { LocalMedia } from './submission.ts';

/** Uploads a file and returns its server address. Files of equal content are uploaded once. */
export type Upload = (media: LocalMedia) => Promise<string>;

/** Returns an upload function that records finished uploads in the state. */
export function createUploader(client: Client, state: State, retry: RetryOptions): Upload {
  const running = new Map<string, Promise<string>>();
  return (media) => {
    const { hash } = media;
    // Afterwards the state has the result: failed or lost uploads are sent again.
    const found = running.get(hash) ?? uploadOnce(client, state, retry, media).finally(() => running.delete(hash));
    running.set(hash, found);
    return found;
  };
}

async function uploadOnce(client: Client, state: State, retry: RetryOptions, media: LocalMedia): Promise<string> {
  const { uploads } = state.server;
  const known = uploads[media.hash];
  if (known?.done) return known.readUri;
  const uploaded = await client.uploadFile(await openAsBlob(media.path), basename(media.path), {
    type: mediaTypeOf(media.path),
    sha256: Buffer.from(media.hash, 'hex').toString('base64'),
    memory: memoryOf(state, media.hash),
    onTrouble: retry.onTrouble,
    isOver: (_failures, milliseconds) => milliseconds > retry.milliseconds,
    signal: retry.signal,
  });
  const upload = uploads[media.hash];
  const readUri = pathOf(uploaded.url);
  if (upload) Object.assign(upload, { readUri, done: true });
  await state.save();
  return readUri;
}

/** The address is saved before any byte is sent, so that a killed run continues with the same upload. */
function memoryOf({ server: { uploads }, save }: State, hash: string): SessionMemory {
  return {
    get: () => {
      const upload = uploads[hash];
      return upload && { upload_uri: upload.uploadUri, read_uri: upload.readUri };
    },
    set: async (session) => {
      // While the session was requested, one of another run may have been merged from the file.
      if (session) uploads[hash] ??= { uploadUri: session.upload_uri, readUri: pathOf(session.read_uri), done: false };
      else delete uploads[hash];
      await save();
    },
    isShared: true,
  };
}
