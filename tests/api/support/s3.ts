import http from 'node:http';
import type { AddressInfo } from 'node:net';
import { pipeline } from 'node:stream/promises';
import { setTimeout as delay } from 'node:timers/promises';
import { newSecretId } from '../../../api/sources/ids.ts';
import { createS3Client } from '../../../api/storage/s3/client.ts';
import type { S3Settings } from '../../../api/system/s3Settings.ts';
import { afterFile } from '../../support/afterFile.ts';
import type { S3Server } from '../../support/s3Server.ts';

/** Creates a bucket. @returns settings for it. */
export async function newBucket(server: S3Server, more: Partial<S3Settings> = {}): Promise<S3Settings> {
  const bucket = `test-${newSecretId().slice(0, 12)}`;
  const settings = { ...server, bucket, pathStyle: true, prefix: '', cacheBytes: 1e9, ...more };
  const answer = await createS3Client(settings).send({ method: 'PUT', key: '' });
  await answer.body?.cancel();
  return settings;
}

async function* slowly(bytes: AsyncIterable<Buffer>) {
  let [came, paused] = [0, 0];
  for await (const piece of bytes) {
    came += piece.byteLength;
    if (came < SLOW.first && came - paused > SLOW.step) {
      paused = came;
      await delay(SLOW.pauseMs);
    }
    yield piece;
  }
}

async function* through(bytes: AsyncIterable<Buffer>) {
  yield* bytes;
}

/** Faults of a request on its way to the store, or of its answer. */
export type Fault =
  | ('away' | 'slow-down' | 'full' | 'late-error')
  | ('cut' | 'cut-body' | 'cut-answer' | 'slow-body' | 'short-range')
  | undefined;

/** A slow request sends the first bytes in steps, with pauses in milliseconds. */
const SLOW = { first: 16_000_000, step: 1_000_000, pauseMs: 200 };

/** A proxy to the store that can disturb requests. */
export interface FaultyWay {
  endpoint: string;
  /** Requests so far, such as "PUT /bucket/key". */
  asked: string[];
  /** Chooses the fault of a request. */
  fault: (asked: string) => Fault;
}

/** Opens a proxy to a store. It ends after the test file. */
export async function faultyWay(endpoint: string): Promise<FaultyWay> {
  const store = new URL(endpoint);
  const way: FaultyWay = { endpoint: '', asked: [], fault: () => undefined };
  const server = http.createServer((request, response) => {
    const asked = `${request.method} ${request.url}`;
    way.asked.push(asked);
    const fault = way.fault(asked);
    if (fault === 'away') return void request.socket.destroy();
    const refuse = (status: number, code: string) =>
      void request.resume().on('end', () => response.writeHead(status).end(`<Error><Code>${code}</Code></Error>`));
    if (fault === 'slow-down') return refuse(503, 'SlowDown');
    // The store began to answer before it was done.
    if (fault === 'late-error') return refuse(200, 'InternalError');
    if (fault === 'full') return refuse(403, 'QuotaExceeded');
    const { method, url: path } = request;
    const headers = { ...request.headers };
    if (fault === 'short-range' && headers.range)
      headers.range = headers.range.replace(/(\d+)-\d+$/, (_, from) => `${from}-${Number(from) + 9}`);
    const passed = http.request({ host: store.hostname, port: store.port, method, path, headers }, (answer) => {
      response.writeHead(answer.statusCode ?? 500, answer.headers);
      if (fault === 'cut-answer') return void response.write(' ', () => response.destroy());
      let sent = 0;
      answer.on('data', (piece: Buffer) => {
        sent += piece.byteLength;
        if (fault === 'cut' && sent > 100_000) response.destroy();
      });
      answer.pipe(response);
    });
    passed.on('error', () => response.destroy());
    response.on('close', () => passed.destroy());
    let came = 0;
    request.on('data', (piece: Buffer) => {
      came += piece.byteLength;
      if (fault === 'cut-body' && came > 100_000) request.destroy();
    });
    void pipeline(request, fault === 'slow-body' ? slowly : through, passed).catch(() => passed.destroy());
  });
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve));
  afterFile(() => {
    server.closeAllConnections();
    server.close();
  });
  way.endpoint = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return way;
}
