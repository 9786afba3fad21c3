import { openAsBlob } from 'node:fs';
import { basename, extname } from 'node:path';
import type { Client } from '../../api/contract/client.ts';
import { pathOf } from '../../api/contract/http.ts';
import type { SessionMemory } from '../../api/contract/sendFile.ts';
import { mediaTypes } from '../mediaTypes.ts';
import type { LocalMedia } from './content.ts';
import type { RetryOptions } from './retry.ts';
import type { State } from './state.ts';

/** Uploads a file and gives its address on the server. A file of the same content is sent once. */
export type Upload = (media: LocalMedia) => Promise<string>;

/** Makes the function that uploads; it remembers in the state what is there already. */
export function createUploader(client: Client, state: State, retry: RetryOptions): Upload {
  const running = new Map<string, Promise<string>>();
  return (media) => {
    const { hash } = media;
    // Afterwards the state says what became of it: one that failed, or that the server has lost since, is sent again.
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
    type: typeOf(media.path),
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

/** The address is written down before a byte is sent, so that a killed run goes on with the same file. */
function memoryOf({ server: { uploads }, save }: State, hash: string): SessionMemory {
  return {
    get: () => {
      const upload = uploads[hash];
      return upload && { upload_uri: upload.uploadUri, read_uri: upload.readUri };
    },
    set: async (session) => {
      // Another run's may have been taken over from the file while the server was asked for this one.
      if (session) uploads[hash] ??= { uploadUri: session.upload_uri, readUri: pathOf(session.read_uri), done: false };
      else delete uploads[hash];
      await save();
    },
    isShared: true,
  };
}

function typeOf(path: string): string {
  return mediaTypes[extname(path).toLowerCase()] ?? '';
}
