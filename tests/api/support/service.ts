import { openAsBlob } from 'node:fs';
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import type { FastifyInstance } from 'fastify';
import { type AppOptions, buildApp } from '../../../api/app.ts';
import { type Client, createClient } from '../../../api/contract/client.ts';
import type { SessionStore } from '../../../api/contract/http.ts';
import type { UploadedMedia } from '../../../api/contract/upload.ts';
import { isFinal, type VideoRecord } from '../../../api/contract/video.ts';
import { afterFile } from '../../support/afterFile.ts';
import { prepareDatabase } from './database.ts';
import { temporaryFolder } from './files.ts';

/** A service that listens on a free port, and ways to call it. */
export interface TestService {
  app: FastifyInstance;
  origin: string;
  dataDir: string;
  /** Internal errors. */
  errors: string[];
  /** A client with its own session. @param from its address as a proxy reports it; default: this machine. */
  client(from?: string): Client & { session: SessionStore };
  call(path: string, init?: RequestInit): Promise<Response>;
}

/** Starts a service with real parts in this process. It ends after the test file. */
export async function startService(options: Partial<AppOptions> = {}): Promise<TestService> {
  const dataDir = options.dataDir ?? path.join(await temporaryFolder(), 'data');
  const service = await openService({ ...options, dataDir });
  afterFile(() => service.app.close());
  return service;
}

/** Starts a service with real parts in this process. The caller ends it. @param options.port default: any free one. */
export async function openService(
  allOptions: Partial<AppOptions> & { dataDir: string; port?: number },
): Promise<TestService> {
  const { port = 0, ...options } = allOptions;
  const { dataDir } = options;
  await prepareDatabase(dataDir);
  const errors: string[] = [];
  const onError = (error: unknown, what: string) =>
    void errors.push(`${what}: ${error instanceof Error ? error.stack : String(error)}`);
  const app = await buildApp({ onError, ...options });
  await app.listen({ port, host: '127.0.0.1' });
  const origin = `http://127.0.0.1:${(app.server.address() as AddressInfo).port}`;
  return {
    app,
    origin,
    dataDir,
    errors,
    client: (from) => clientOf(origin, memorySession(), from),
    call: (where, init) => fetch(origin + where, init),
  };
}

/** A client like that of the command line, with only a session cookie. @param from see TestService.client. */
export function clientOf(origin: string, session = memorySession(), from?: string): Client & { session: SessionStore } {
  const proxied: typeof fetch = (input, init) => {
    const headers = new Headers(init?.headers);
    if (from !== undefined) headers.set('x-forwarded-for', from);
    return fetch(input, { ...init, headers });
  };
  return { ...createClient({ baseUrl: origin, session, fetch: proxied }), session };
}

/** A session stored in memory. */
export function memorySession(value?: string): SessionStore {
  let kept = value;
  return {
    get: () => kept,
    set: (next) => {
      kept = next;
    },
  };
}

/** Uploads a file with a client. */
export async function upload(client: Client, file: string, type: string): Promise<UploadedMedia> {
  return client.uploadFile(await openAsBlob(file), path.basename(file), { type });
}

/** Follows a video until it is final. */
export async function untilFinal(client: Client, id: string): Promise<VideoRecord> {
  let last: VideoRecord | undefined;
  for await (const video of client.events(id)) last = video;
  if (!last || !isFinal(last)) throw new Error('The events ended too early.');
  return last;
}

/** Polls until a condition is met. */
export async function until<T>(
  what: () => Promise<T | undefined | false> | T | undefined | false,
  giveUpAfterMs = 120_000,
): Promise<T> {
  const end = Date.now() + giveUpAfterMs;
  for (;;) {
    const value = await what();
    if (value !== undefined && value !== false) return value;
    if (Date.now() > end) throw new Error('It did not happen in time.');
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
}
