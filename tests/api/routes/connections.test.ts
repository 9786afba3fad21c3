import { mkdir, writeFile } from 'node:fs/promises';
import http from 'node:http';
import net from 'node:net';
import os from 'node:os';
import path from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { clientOf, proxiesOf } from '../../../api/routes/addresses.ts';
import { hostNameOf } from '../../../api/routes/hosts.ts';
import { temporaryFolder } from '../support/files.ts';
import { textBody } from '../support/projects.ts';
import { startService, type TestService, until } from '../support/service.ts';

let service: TestService;
/** Number of slow senders at once; as many as in an attack need much memory. */
const stalls = process.env.CUTROOM_LONG ? 1000 : 250;
let port: number;

beforeAll(async () => {
  service = await startService({
    workers: 0,
    hosts: ['Studio.example.org', '.lan.example', '192.0.2.1', '[2001:db8::1]'],
    rateLimit: { all: 100_000, creates: 100_000 },
    connections: { stallMs: 2500, leastBytes: 300, headMs: 1000, bodies: 1.2 * stalls, ofProxy: 1.4 * stalls },
  });
  port = Number(new URL(service.origin).port);
});

/** Opens a connection. @returns the socket and everything received until it closes. */
function connect(text: string, to = port) {
  const socket = net.connect(to, '127.0.0.1', () => socket.write(text));
  let heard = '';
  socket.on('data', (data) => {
    heard += data.toString();
  });
  socket.on('error', () => undefined);
  return { socket, closed: new Promise<string>((resolve) => socket.on('close', () => resolve(heard))) };
}

const post = (length: number, begun: string) =>
  `POST /api/v1/videos/createVideo HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\nContent-Type: application/json\r\nContent-Length: ${length}\r\n\r\n${begun}`;

describe('slow senders', () => {
  it('lose their connections with an error, even many of them, while other requests are answered', async () => {
    const stalled = Array.from({ length: stalls }, () => connect(post(1000, '{"a"')));
    await until(() => stalled.every(({ socket }) => socket.bytesWritten > 0));
    expect((await service.call('/api/v1/health')).status).toBe(200);
    expect(stalled.filter(({ socket }) => !socket.destroyed).length).toBeGreaterThan(stalls / 2);
    const heard = await Promise.all(stalled.map(({ closed }) => closed));
    expect(heard.filter((text) => !/^HTTP\/1\.1 408 [\s\S]*"code":"timeout"/.test(text))).toEqual([]);
    expect(service.errors).toEqual([]);
  });

  it('lose their connections, whether they stall in a file, in a header or before; steady senders do not', async () => {
    const body = JSON.stringify(textBody('x'.repeat(1000)));
    const steady = connect(post(body.length, ''));
    const [uris] = await service.client().createUpload([{ fileName: 'a.png', fileType: 'image/png' }]);
    const { pathname, search } = new URL(uris?.upload_uri ?? '');
    const file = connect(`PUT ${pathname}${search} HTTP/1.1\r\nHost: localhost\r\nContent-Length: 1000000\r\n\r\nabc`);
    const heads = [connect('GET / HTTP/1.1\r\nHost: loc'), connect('')];
    const piece = Math.ceil(body.length / 7);
    for (let at = 0; at < body.length; at += piece) {
      await new Promise((resolve) => setTimeout(resolve, 450));
      steady.socket.write(body.slice(at, at + piece));
    }
    expect(await steady.closed).toMatch(/^HTTP\/1\.1 201 /);
    for (const { closed } of [file, ...heads]) expect(await closed).toMatch(/^HTTP\/1\.1 408 [\s\S]*"code":"timeout"/);
    // The partial file is deleted, and the client may send it again.
    expect((await service.call(pathname + search, { method: 'PUT', body: 'no image' })).status).toBe(422);
    expect(await connect('nonsense\r\n\r\n').closed).toMatch(/^HTTP\/1\.1 400 [\s\S]*"code":"malformed"/);
    expect(service.errors).toEqual([]);
  });
});

describe('too many connections from one address', () => {
  it('are answered with 429 and a retry time; earlier connections stay open', async () => {
    const small = await startService({ workers: 0, connections: { ofProxy: 3, bodies: 1, headMs: 60_000 } });
    const to = Number(new URL(small.origin).port);
    const get = 'GET /api/v1/health HTTP/1.1\r\nHost: localhost\r\n\r\n';
    const first = connect(post(1000, '{'), to);
    await until(async () => (await call(to, 'localhost')).status === 200);
    const second = await connect(`${post(1000, '{')}`, to).closed;
    expect(second).toMatch(/^HTTP\/1\.1 429 [\s\S]*retry-after: 10\r\n[\s\S]*"code":"too-many-requests"/);
    const held = [connect('GET', to), connect('GET', to)];
    await until(() => held.every(({ socket }) => socket.bytesWritten > 0));
    expect(await connect(get, to).closed).toMatch(/^HTTP\/1\.1 429 [\s\S]*Too many connections/);
    expect(await connect('', to).closed).toBe('');
    for (const { socket } of [first, ...held]) socket.destroy();
    await until(async () => (await call(to, 'localhost')).status === 200);
  });
});

describe('a server that shuts down', () => {
  it('answers open requests, accepts no new connections and does not wait for slow readers', async () => {
    const samplesDir = await temporaryFolder();
    await mkdir(path.join(samplesDir, 'media'));
    await writeFile(path.join(samplesDir, 'media/long.mp4'), Buffer.alloc(64_000_000));
    const ending = await startService({ workers: 0, samplesDir });
    const to = Number(new URL(ending.origin).port);
    const file = connect('GET /api/v1/samples/media/long.mp4 HTTP/1.1\r\nHost: localhost\r\n\r\n', to);
    await until(() => file.socket.bytesRead > 0);
    file.socket.pause();
    const body = JSON.stringify(textBody('x'.repeat(1000)));
    const create = connect(post(body.length, body.slice(0, 100)), to);
    await until(() => create.socket.bytesWritten > 0);
    const closing = ending.app.close();
    await until(async () => (await call(to, 'localhost').catch(() => undefined)) === undefined);
    create.socket.write(body.slice(100));
    expect(await create.closed).toMatch(/^HTTP\/1\.1 201 /);
    const late = new Promise((resolve) => setTimeout(resolve, 10_000, 'late'));
    expect(await Promise.race([closing, late])).toBe(undefined);
    expect(ending.errors).toEqual([]);
  });
});

describe('hosts', () => {
  it('are accepted if they are this machine, its addresses or configured names', async () => {
    const ours = ['localhost', `localhost:${port}`, 'a.localhost', '127.0.0.1', '127.9.9.9', '[::1]:1', 'LOCALHOST.'];
    const named = [os.hostname(), 'studio.example.org', 'studio.lan.example:443', '192.0.2.1', '[2001:db8::1]:80'];
    const interfaces = Object.values(os.networkInterfaces()).flatMap((list) => list ?? []);
    const listened = interfaces.map(({ address, family }) => (family === 'IPv6' ? `[${address}]` : address));
    expect(listened.length).toBeGreaterThan(0);
    for (const host of [...ours, ...named, ...listened, '[::ffff:127.0.0.1]'])
      expect((await call(port, host)).status, host).toBe(200);
    const names = ['evil.example', 'localhost.evil.example', 'example.org', 'evil@localhost', 'lan.example'];
    const addresses = ['6.6.6.6', '6.6.6.6:80', '[2001:db8::6]', '[::ffff:6.6.6.6]', '101058054', '0x06060606'];
    for (const host of [...names, ...addresses]) {
      const { status, body } = await call(port, host);
      expect(status, host).toBe(421);
      expect(JSON.parse(body)).toMatchObject({
        error: { code: 'misdirected', message: expect.stringMatching(/HOSTS\.$/) },
      });
    }
  });

  it('cannot be overridden by a header that only proxies send', async () => {
    expect((await call(port, 'evil.example', { 'x-forwarded-host': 'localhost' })).status).toBe(421);
    expect((await call(port, 'localhost', { 'x-forwarded-host': 'evil.example' })).status).toBe(421);
    expect((await call(port, 'localhost', { 'x-forwarded-host': 'studio.example.org' })).status).toBe(200);
  });

  it('may be configured in any usual notation', () => {
    const written = ['Video.Example.org.', 'https://video.example.org:8443/', '*.x.org', '.X.org:80', 'bücher.example'];
    expect(written.map(hostNameOf)).toEqual([
      'video.example.org',
      'video.example.org',
      '.x.org',
      '.x.org',
      'xn--bcher-kva.example',
    ]);
    expect(['*', 'nas', '[::1]:3000'].map(hostNameOf)).toEqual(['*', 'nas', '::1']);
    for (const wrong of ['a b', 'x.org/path', 'user@x.org', '*.*.org', '.'])
      expect(() => hostNameOf(wrong), wrong).toThrow(/is not a host name/);
  });
});

describe('proxies', () => {
  const headers = { host: 'localhost', 'x-forwarded-host': 'studio.example.org', 'x-forwarded-proto': 'https' };
  const create = (app: TestService['app'], remoteAddress: string) =>
    app.inject({ method: 'POST', url: '/api/v1/videos/createVideo', remoteAddress, headers, payload: textBody() });

  it('are trusted only if they are configured', async () => {
    const { app } = await startService({
      workers: 0,
      hosts: ['studio.example.org'],
      proxies: ['172.18.0.0/16', 'fd00::/8'],
    });
    for (const proxy of ['127.0.0.1', '172.18.3.4', '::ffff:172.18.3.4', 'fd00::5']) {
      const answer = await create(app, proxy);
      expect(String(answer.headers['set-cookie']), proxy).toContain('; Secure');
    }
    for (const other of ['172.19.0.1', '2001:db8::1'])
      expect(String((await create(app, other)).headers['set-cookie']), other).not.toContain('Secure');
  });

  it('stop the start with a clear message if they are not addresses', async () => {
    for (const wrong of ['proxy', '10.0.0.0/33', '10.0.0.1/x', '10.0.0.0/8/8', '::1/129'])
      expect(() => proxiesOf([wrong]), wrong).toThrow(`"${wrong}" is not an address of a proxy`);
  });
});

describe('limits', () => {
  it('count an IPv6 network as one address, and each IPv4 address by itself', async () => {
    const names = [
      '2001:db8:0:1::1',
      '2001:0DB8::1:ffff:0:0:2',
      '2001:db8:0:1:1:2:3.4.5.6',
      'fe80::1%eth0',
      '::ffff:10.0.0.1',
    ];
    expect(names.map(clientOf)).toEqual([
      '2001:db8:0:1::/64',
      '2001:db8:0:1::/64',
      '2001:db8:0:1::/64',
      'fe80:0:0:0::/64',
      '10.0.0.1',
    ]);
    const { app } = await startService({ workers: 0, rateLimit: { all: 2, creates: 2 } });
    const from = async (remoteAddress: string) =>
      (await app.inject({ url: '/api/v1/health', remoteAddress })).statusCode;
    for (const [i, status] of [200, 200, 429].entries()) expect(await from(`2001:db8::${i}`)).toBe(status);
    expect(await from('2001:db8:0:1::1')).toBe(200);
  });
});

function call(to: number, host: string, headers: Record<string, string> = {}) {
  return new Promise<{ status: number; body: string }>((resolve, reject) => {
    const options = {
      port: to,
      host: '127.0.0.1',
      path: '/api/v1/health',
      agent: false,
      headers: { ...headers, host },
    };
    const request = http.get(options, (answer) => {
      let body = '';
      answer.on('data', (data: Buffer) => {
        body += data.toString();
      });
      answer.on('end', () => resolve({ status: answer.statusCode ?? 0, body }));
    });
    request.on('error', reject);
  });
}
