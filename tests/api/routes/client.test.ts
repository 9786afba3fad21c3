import { createServer, type RequestListener, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, describe, expect, it } from 'vitest';
import { createClient } from '../../../api/contract/client.ts';
import { ApiError } from '../../../api/contract/errors.ts';
import { parseEvent, readEvents, type ServerEvent } from '../../../api/contract/eventStream.ts';
import type { VideoRecord, VideoStatus } from '../../../api/contract/video.ts';
import { clientOf, memorySession } from '../support/service.ts';

const servers: Server[] = [];

afterEach(() => {
  for (const server of servers.splice(0)) {
    server.closeAllConnections();
    server.close();
  }
});

/** A server that answers as the test dictates, to simulate faulty networks and proxies. */
const answering = async (listener: RequestListener): Promise<string> => {
  const server = createServer(listener).listen(0, '127.0.0.1');
  servers.push(server);
  await new Promise((resolve) => server.once('listening', resolve));
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
};

const record = (status: VideoStatus, progress = 0): VideoRecord => ({
  _id: 'v',
  name: null,
  status,
  progress,
  progressText: '',
  attempt: null,
  done: status === 'done',
  url: null,
  poster: null,
  mime: null,
  width: null,
  height: null,
  duration: null,
  size: null,
  error: null,
  notes: [],
  submittedAt: '2026-01-01T00:00:00.000Z',
  finishedAt: null,
  mine: true,
  isPrivate: false,
  webhook: null,
});

const event = (video: VideoRecord) => `event: video\ndata: ${JSON.stringify(video)}\n\n`;

describe('events of a stream', () => {
  const streamOf = (pieces: Uint8Array[]) =>
    new ReadableStream<Uint8Array>({
      start(controller) {
        for (const piece of pieces) controller.enqueue(piece);
        controller.close();
      },
    });

  it('are complete however the bytes are split and whatever the line endings are', async () => {
    const text =
      ': beat\n\nevent: video\ndata: {"a":"é🎬"}\nid: 7\n\ndata: one\r\ndata: two\r\n\r\nretry: 5\n\ndata\n\ndata: cut off';
    const bytes = new TextEncoder().encode(text);
    for (const size of [1, 2, 3, 7, 1000]) {
      const pieces = Array.from({ length: Math.ceil(bytes.length / size) }, (_, index) =>
        bytes.slice(index * size, (index + 1) * size),
      );
      const events: ServerEvent[] = [];
      for await (const found of readEvents(streamOf(pieces))) events.push(found);
      expect(events).toEqual([
        { event: 'video', data: '{"a":"é🎬"}', id: '7' },
        { event: 'message', data: 'one\ntwo', id: '' },
        { event: 'message', data: '', id: '' },
      ]);
    }
  });

  it('are absent in a block without data', () => {
    expect(parseEvent(': still here')).toBeUndefined();
    expect(parseEvent('event: video')).toBeUndefined();
  });
});

describe('following a video', () => {
  it('continues after cut streams, server errors and refused connections, and yields each change once', async () => {
    const script = [
      { stream: event(record('queued')), cut: true },
      { status: 503 },
      { stream: event(record('rendering', 0.3)) + event(record('rendering', 0.3)) },
      { status: 500 },
      { stream: `: beat\n\n${event(record('rendering', 0.6))}event: video\ndata: {"half`, cut: true },
      { stream: event(record('done', 1)) },
    ];
    let latest = record('queued');
    const origin = await answering((request, answer) => {
      if (!request.url?.endsWith('/events')) return void answer.end(JSON.stringify(latest));
      const step = script.shift();
      if (!step || step.status) return void answer.writeHead(step?.status ?? 500).end('{}');
      const found = /.*"status":"(\w+)","progress":([\d.]+)/.exec(step.stream ?? '');
      if (found) latest = record(found[1] as VideoStatus, Number(found[2]));
      answer.writeHead(200, { 'content-type': 'text/event-stream' }).write(step.stream);
      if (step.cut) setTimeout(() => request.socket.destroy(), 20);
      else answer.end();
    });
    const seen: string[] = [];
    for await (const { status, progress } of clientOf(origin).events('v')) seen.push(`${status} ${progress}`);
    expect(seen).toEqual(['queued 0', 'rendering 0.3', 'rendering 0.6', 'done 1']);
  });

  it('falls back to reading the record if streams do not get through', async () => {
    const states = [record('queued'), record('rendering', 0.5), record('done', 1)];
    const origin = await answering((request, answer) => {
      if (request.url?.endsWith('/events')) answer.writeHead(502).end('<html>Bad gateway</html>');
      else answer.end(JSON.stringify(states.length > 1 ? states.shift() : states[0]));
    });
    // An error of a gateway is transient; the record itself can be read.
    const source = clientOf(origin);
    const seen: string[] = [];
    for await (const { status } of source.events('v')) seen.push(status);
    expect(seen).toEqual(['queued', 'rendering', 'done']);
  });

  it('ends with the error of the server if the video is missing', async () => {
    const origin = await answering((_request, answer) => {
      answer.writeHead(404).end(JSON.stringify({ error: { code: 'not-found', message: 'This video was not found.' } }));
    });
    const follow = async () => {
      for await (const _ of clientOf(origin).events('v')) expect.unreachable();
    };
    await expect(follow()).rejects.toMatchObject({
      status: 404,
      code: 'not-found',
      message: 'This video was not found.',
    });
  });

  it('fails when the server does not answer within the given time', async () => {
    const origin = await answering((request) => void request.socket.destroy());
    const follow = async () => {
      for await (const _ of clientOf(origin).events('v', { giveUpAfterMs: 300 })) expect.unreachable();
    };
    await expect(follow()).rejects.toMatchObject({ status: 0, code: 'network' });
  });

  it('ends at once when it is aborted', async () => {
    const origin = await answering((_request, answer) => void answer.writeHead(200).write(event(record('rendering'))));
    const controller = new AbortController();
    const follow = async () => {
      for await (const _ of clientOf(origin).events('v', { signal: controller.signal }))
        controller.abort(new Error('enough'));
    };
    await expect(follow()).rejects.toThrow('enough');
  });
});

describe('error responses', () => {
  it('become an ApiError with status, code, message, problems and retry time', async () => {
    const problems = [{ code: 'range', pointer: '/a', message: 'Too big.' }];
    const answers = [
      {
        status: 422,
        body: JSON.stringify({ error: { code: 'invalid', message: 'Too big.', pointer: '/a', problems } }),
        headers: {},
      },
      {
        status: 429,
        body: JSON.stringify({ error: { code: 'too-many-requests', message: 'Wait.' } }),
        headers: { 'retry-after': '7' },
      },
      { status: 502, body: '<html>', headers: {} },
      { status: 200, body: '<html>', headers: {} },
      { status: 200, body: '{"hello":1}', headers: {} },
    ];
    const origin = await answering((_request, answer) => {
      const next = answers.shift();
      answer.writeHead(next?.status ?? 500, next?.headers).end(next?.body);
    });
    const ask = () =>
      clientOf(origin)
        .getVideo('x')
        .then(
          () => expect.unreachable(),
          (error: ApiError) => error,
        );
    expect(await ask()).toMatchObject({ status: 422, code: 'invalid', message: 'Too big.', problems });
    expect(await ask()).toMatchObject({ status: 429, retryAfter: 7 });
    expect(await ask()).toMatchObject({ status: 502, code: 'answer', message: 'Bad Gateway' });
    expect(await ask()).toMatchObject({ status: 0, code: 'answer' });
    expect(await ask()).toBeInstanceOf(ApiError);
  });

  it('keep the session from the server and send it back', async () => {
    const session = memorySession();
    const cookies: (string | undefined)[] = [];
    const origin = await answering((request, answer) => {
      cookies.push(request.headers.cookie);
      answer.setHeader('set-cookie', ['other=1', 'cutroom_session=abc; Path=/; HttpOnly']);
      answer.end(JSON.stringify(record('done')));
    });
    await clientOf(origin, session).getVideo('x');
    await clientOf(origin, session).getVideo('x');
    expect(cookies).toEqual([undefined, 'cutroom_session=abc']);
  });

  it('keep the session over HTTPS, where its cookie has a prefix that older servers do not know', async () => {
    const session = memorySession();
    const cookies: (string | null)[] = [];
    const answering = async (_input: RequestInfo | URL, { headers }: RequestInit = {}) => {
      cookies.push(new Headers(headers).get('cookie'));
      const answer = Response.json(record('done'));
      answer.headers.append('set-cookie', 'cutroom_session=; Max-Age=0');
      answer.headers.append('set-cookie', '__Host-cutroom_session=abc; Path=/; Secure');
      return answer;
    };
    const client = createClient({ baseUrl: 'https://video.example.org', session, fetch: answering });
    await client.getVideo('x');
    await client.getVideo('x');
    expect(cookies).toEqual([null, 'cutroom_session=abc; __Host-cutroom_session=abc']);
  });
});
