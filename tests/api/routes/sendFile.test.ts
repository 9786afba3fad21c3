import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, describe, expect, it } from 'vitest';
import type { UploadFileOptions } from '../../../api/contract/client.ts';
import { createSend } from '../../../api/contract/http.ts';
import { sendFile } from '../../../api/contract/sendFile.ts';
import type { UploadUris } from '../../../api/contract/upload.ts';
import { messages } from '../../../engine/project/messages.ts';
import { openFlakyProxy } from '../../support/badProxy.ts';
import { clientOf } from '../support/service.ts';

const MEBIBYTE = 1024 * 1024;
const file = new Blob([new Uint8Array(2.5 * MEBIBYTE).fill(7)], { type: 'video/mp4' });
const size = file.size;
const media = {
  ...{ name: 'a.mp4', url: 'http://elsewhere/x', size, mime: 'video/mp4', kind: 'video' },
  ...{ width: 1, height: 1, duration: 1, hasAudio: false, animated: false },
};

/** How the server treats a request with bytes: it answers, or cuts the connection before or during the answer. */
type Answer = [status: number, held?: number] | 'reset' | 'cut' | 'silent';

const ends: (() => void)[] = [];
afterAll(() => {
  for (const end of ends.splice(0)) end();
});

/** A server that creates upload sessions, and gives the listed answers in order. */
async function answering(answers: Answer[]) {
  const asked: string[] = [];
  let sessions = 0;
  const server = createServer(async (request, response) => {
    const bytes = await sizeOf(request);
    if (bytes === undefined) return;
    if (request.method === 'OPTIONS') return void response.writeHead(204).end();
    if (request.method === 'POST') {
      sessions += 1;
      const uris = [{ upload_uri: `/up/${sessions}`, read_uri: `/read/${sessions}` }];
      response.setHeader('content-type', 'application/json').end(JSON.stringify({ uris }));
      return;
    }
    asked.push(`${request.url} ${request.headers['content-range']} ${bytes}`);
    give(answers.shift() ?? [500], request, response);
  }).listen(0, '127.0.0.1');
  ends.push(() => {
    server.closeAllConnections();
    server.close();
  });
  await new Promise((resolve) => server.once('listening', resolve));
  const client = clientOf(`http://127.0.0.1:${(server.address() as AddressInfo).port}`);
  const upload = (options?: UploadFileOptions) => client.uploadFile(file, 'a.mp4', options);
  return { asked, upload, origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}` };
}

/** Size of a request body in bytes, or undefined if it was cut. */
async function sizeOf(request: IncomingMessage): Promise<number | undefined> {
  let bytes = 0;
  try {
    for await (const piece of request) bytes += (piece as Buffer).byteLength;
    return bytes;
  } catch {
    return undefined;
  }
}

function give(answer: Answer, request: IncomingMessage, response: ServerResponse): void {
  if (answer === 'silent') return;
  if (answer === 'reset') return void request.socket.resetAndDestroy();
  if (answer === 'cut') {
    response.writeHead(200, { 'content-type': 'application/json', 'content-length': 1000 });
    response.write('{"name"');
    setTimeout(() => request.socket.destroy(), 20);
    return;
  }
  const [status, held] = answer;
  if (held) response.setHeader('range', `bytes=0-${held - 1}`);
  response.writeHead(status, { 'content-type': 'application/json' });
  response.end(
    status === 200
      ? JSON.stringify(media)
      : status === 308
        ? ''
        : JSON.stringify({ error: { code: 'x', message: `No ${status}.` } }),
  );
}

const range = (from: number, to: number) => `bytes ${from}-${to - 1}/${size}`;
const query = `bytes */${size}`;
const first = [`/up/1 ${range(0, MEBIBYTE)} ${MEBIBYTE}`];
const second = `/up/1 ${range(MEBIBYTE, 2 * MEBIBYTE)} ${MEBIBYTE}`;
const third = `/up/1 ${range(2 * MEBIBYTE, size)} ${size - 2 * MEBIBYTE}`;
const ask = `/up/1 ${query} 0`;
const fine: Answer[] = [[308, MEBIBYTE], [308, 2 * MEBIBYTE], [200]];

/** A session memory that records every change. */
function memoryOf(known?: UploadUris) {
  const told: (string | undefined)[] = [];
  let session = known;
  const set = (next: UploadUris | undefined) => {
    told.push(next?.upload_uri);
    session = next;
  };
  return { told, get: () => session, set };
}

describe.concurrent('a file upload', () => {
  it('sends chunks, with progress that never decreases', async () => {
    const sent: number[] = [];
    const { asked, upload } = await answering([
      [308, MEBIBYTE],
      'reset',
      [308, MEBIBYTE],
      [308, 1.5 * MEBIBYTE],
      [200],
    ]);
    expect(await upload({ onProgress: (bytes) => sent.push(bytes) })).toEqual({ ...media, url: '/read/1' });
    const rest = `/up/1 ${range(1.5 * MEBIBYTE, size)} ${MEBIBYTE}`;
    expect(asked).toEqual([...first, second, ask, second, rest]);
    expect(sent).toEqual([...sent].sort((a, b) => a - b));
    expect([sent[0], sent.at(-1)]).toEqual([0, size]);
  });

  it.each([
    ['', 'An error occurred during upload. Please try again.'],
    ['Not for you', 'Not for you'],
  ])('rejected with the status text %j reports %j', async (statusText, message) => {
    const send = createSend({ fetch: async () => new Response('', { status: 403, statusText }) });
    const begin = async () => ({ upload_uri: '/up', read_uri: '/read' });
    await expect(sendFile(send, { file, begin })).rejects.toMatchObject({ status: 403, message });
  });

  it.each([
    ['fails with 500', [500]],
    ['fails with 503', [503]],
    ['is overtaken', [409]],
    ['resets the connection', 'reset'],
    ['says nothing', 'silent'],
  ] as [string, Answer][])('retries three times when the server %s, then fails', async (_name, failure) => {
    const quiet = failure === 'silent' ? { quietMs: 2000 } : {};
    const late = await answering([failure, failure, failure, [308, 0], ...fine]);
    const over = await answering([failure, failure, failure, failure]);
    const [found, told] = await Promise.all([late.upload(quiet), over.upload(quiet).catch((error: unknown) => error)]);
    expect(found).toMatchObject({ url: '/read/1' });
    expect(late.asked).toEqual([...first, ask, ask, ask, ...first, second, third]);
    expect(told).toMatchObject({ message: messages.uploadFailed });
    expect(over.asked).toHaveLength(4);
  });

  it('does not reset the count of failures for an answer without progress', async () => {
    const { asked, upload } = await answering([[308, 1], [500], [308, 1], [500], [308, 1], [500], [308, 1], [500]]);
    await expect(upload()).rejects.toMatchObject({ message: messages.uploadFailed });
    expect(asked).toHaveLength(8);
  });

  it.each([404, 410, 460])('starts again when its session is answered with %i', async (status) => {
    const memory = memoryOf();
    const { asked, upload } = await answering([[308, MEBIBYTE], [status], ...fine]);
    expect(await upload({ memory })).toMatchObject({ url: '/read/2' });
    expect(asked.slice(2)).toEqual([...first, second, third].map((line) => line.replace('/up/1', '/up/2')));
    expect(memory.told).toEqual(['/up/1', undefined, '/up/2']);
    const never = await answering(Array.from({ length: 9 }, (): Answer => [status]));
    await expect(never.upload()).rejects.toMatchObject({ status });
    expect(never.asked).toHaveLength(4);
  });

  it('asks for the final answer if it was lost', async () => {
    const { asked, upload } = await answering([...fine.slice(0, 2), 'cut', [200]]);
    expect(await upload()).toMatchObject({ url: '/read/1' });
    expect(asked).toEqual([...first, second, third, ask]);
  });

  it('keeps asking while the server is still processing the file', async () => {
    const long: Answer[] = Array.from({ length: 4 }, () => 'silent');
    const { asked, upload } = await answering([...fine.slice(0, 2), ...long, [200]]);
    expect(await upload({ quietMs: 2000 })).toMatchObject({ url: '/read/1' });
    expect(asked).toEqual([...first, second, third, ask, ask, ask, ask]);
  });

  it.each([
    ['every connection', 1],
    ['each that brings bytes', 20_000],
  ])('fails soon if %s goes dead, even during its last bytes', async (_name, most) => {
    const stalled: Answer[] = Array.from({ length: 99 }, () => [308]);
    const { asked, origin } = await answering(stalled);
    // Every connection stalls, and stays open for an hour.
    const proxy = await openFlakyProxy(() => 0.9, most, 3600_000);
    ends.push(proxy.close);
    proxy.leadTo(origin);
    const small = file.slice(0, MEBIBYTE, 'video/mp4');
    const begin = async () => ({ upload_uri: '/up/1', read_uri: '/read/1' });
    const uploading = sendFile(createSend({ baseUrl: proxy.origin }), { file: small, begin, quietMs: 1000 });
    await expect(uploading).rejects.toMatchObject({ message: messages.uploadFailed });
    expect(asked.length).toBeLessThan(9);
    expect(new Set(asked)).toEqual(new Set(most > 1 ? [`/up/1 bytes */${MEBIBYTE} 0`] : []));
  });

  it('continues on another connection if one goes dead during its last bytes', async () => {
    const { asked, origin } = await answering([[308], [200]]);
    // The first connection with bytes stalls; all others work.
    let turns = 0;
    const proxy = await openFlakyProxy(() => [0.9, 0.001, 0.9][turns++] ?? 0.1, 1_000_000, 3600_000);
    ends.push(proxy.close);
    proxy.leadTo(origin);
    const client = clientOf(proxy.origin);
    const memory = memoryOf();
    const small = file.slice(0, MEBIBYTE, 'video/mp4');
    expect(await client.uploadFile(small, 'a.mp4', { quietMs: 1000, memory })).toMatchObject({ url: '/read/1' });
    expect(asked).toEqual([`/up/1 bytes */${MEBIBYTE} 0`, `/up/1 bytes 0-${MEBIBYTE - 1}/${MEBIBYTE} ${MEBIBYTE}`]);
    expect(proxy.broken()).toBe(1);
  });

  it.each([
    ['more than was sent', [[308, MEBIBYTE + 1]]],
    ['less than before', [[308, MEBIBYTE], 'reset', [308, MEBIBYTE - 1]]],
    [
      'less than before, in its answer to a chunk',
      [
        [308, MEBIBYTE],
        [308, 10],
      ],
    ],
  ] as [string, Answer[]][])('fails if the server reports %s', async (_name, answers) => {
    const memory = memoryOf();
    const { upload } = await answering([...answers, ...fine]);
    await expect(upload({ memory })).rejects.toMatchObject({ message: messages.uploadFailed });
    expect(memory.get()).toBeUndefined();
  });

  it('resumes a remembered session', async () => {
    const memory = memoryOf({ upload_uri: '/up/1', read_uri: '/read/1' });
    const { asked, upload } = await answering([[308, 2 * MEBIBYTE], [200]]);
    expect(await upload({ memory })).toMatchObject({ url: '/read/1' });
    expect(asked).toEqual([ask, third]);
  });

  it('continues after bytes that other tabs sent in a shared session', async () => {
    const memory = { ...memoryOf(), isShared: true };
    const { asked, upload } = await answering([[308, 2 * MEBIBYTE], [200]]);
    expect(await upload({ memory })).toMatchObject({ url: '/read/1' });
    expect(asked).toEqual([...first, third]);
  });

  it.each([413, 415, 422])('does not retry after a rejection with %i', async (status) => {
    const memory = memoryOf();
    const { asked, upload } = await answering([[status]]);
    await expect(upload({ memory })).rejects.toMatchObject({ status, message: `No ${status}.` });
    expect([asked.length, memory.get()]).toEqual([1, undefined]);
  });

  it('can be aborted, even while it waits', async () => {
    for (const answers of [['silent'], [[500]]] as Answer[][]) {
      const { upload } = await answering(answers);
      const stop = new AbortController();
      setTimeout(() => stop.abort(new Error('enough')), 200);
      await expect(upload({ signal: stop.signal })).rejects.toThrow('enough');
    }
  });
});
