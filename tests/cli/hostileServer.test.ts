import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { called, tempFolder, write } from './command.ts';

const cwd = tempFolder();
/** Clears the screen, sets the title, forges a line and changes the text direction. */
const evil = 'a\u001b[2J\u001b]0;title\u0007b\rc\u202ed\u2066e\u0085';
const error = { code: 'invalid', message: evil };
const video = {
  ...{
    _id: evil,
    name: evil,
    status: 'failed',
    progress: 0.5,
    progressText: evil,
    done: false,
    url: null,
    poster: null,
  },
  ...{ mime: null, width: null, height: null, duration: null, size: null, error, notes: [evil] },
  ...{ submittedAt: '2026-01-01T00:00:00.000Z', finishedAt: null, mine: true },
};
const server = createServer((request, response) => {
  const [status, body] = request.url?.includes('health')
    ? [200, { status: 'ok', version: '1', database: 'embedded', queued: 0, rendering: 0 }]
    : request.url?.includes('refused') || request.method === 'POST'
      ? [422, { error }]
      : [200, video];
  response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
});
let url: string;

beforeAll(async () => {
  await new Promise<void>((listens) => server.listen(0, '127.0.0.1', listens));
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
afterAll(() => void server.close());

it('text from a server cannot control the terminal', async () => {
  write(join(cwd, 'a.json'), { scenes: [{ id: 's', duration: 1, layers: [] }] });
  for (const args of [
    ['status', 'x'],
    ['status', 'refused'],
    ['submit', 'a.json'],
  ]) {
    const { stdout, stderr } = await called([...args, '--server', url], { cwd });
    expect(stdout + stderr, args.join(' ')).toContain('a\ufffd[2J');
    expect(stdout + stderr, args.join(' ')).not.toMatch(/(?!\n)[\p{Cc}\u202a-\u202e\u2066-\u2069]/u);
  }
});
