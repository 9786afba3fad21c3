import { createHash, randomBytes } from 'node:crypto';
import { existsSync } from 'node:fs';
import { copyFile, readdir, readFile, stat, writeFile } from 'node:fs/promises';
import http from 'node:http';
import path from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { SESSION_COOKIE } from '../../../api/contract/http.ts';
import { nameByContent } from '../../../api/sources/uploadNames.ts';
import { messages } from '../../../engine/project/messages.ts';
import { avifOf, unreadFiles } from '../../support/oddMedia.ts';
import { makePicture, makeTone, makeVideo, temporaryFolder } from '../support/files.ts';
import { rawPut } from '../support/rawPut.ts';
import { startService, type TestService, until, upload } from '../support/service.ts';

let service: TestService;
let folder: string;
let clip: string;

beforeAll(async () => {
  service = await startService({ workers: 0 });
  folder = await temporaryFolder();
  clip = await makeVideo(path.join(folder, 'clip.mp4'));
});

const announce = (files: unknown) =>
  service.call('/api/v1/upload/createResumableUpload', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ files }),
  });

const newUri = async (size?: number) => {
  const file = { fileName: 'a.mp4', fileType: 'video/mp4', ...(size === undefined ? {} : { size }) };
  const { uris } = (await (await announce([file])).json()) as { uris: { upload_uri: string; read_uri: string }[] };
  return uris[0] as { upload_uri: string; read_uri: string };
};

const put = async (uri: string, body: BodyInit, headers: Record<string, string> = {}) => {
  const answer = await fetch(uri, { method: 'PUT', body, headers: { 'content-type': 'video/mp4', ...headers } });
  return { status: answer.status, body: (await answer.json()) as { error?: { code: string; message: string } } };
};

/** Upload folders that are not empty. */
const kept = async () => {
  const root = path.join(service.dataDir, 'uploads');
  const names = await readdir(root);
  const full = await Promise.all(
    names.map(async (name) => ((await readdir(path.join(root, name))).length > 0 ? name : undefined)),
  );
  return full.filter((name) => name !== undefined);
};

describe('an upload', () => {
  it('is stored byte by byte, and its media facts are read', async () => {
    const client = service.client();
    const sent: number[] = [];
    const bytes = await readFile(clip);
    const media = await client.uploadFile(new Blob([bytes]), 'clip.mp4', {
      type: 'video/mp4',
      onProgress: (count) => sent.push(count),
    });
    expect(media).toMatchObject({
      mime: 'video/mp4',
      kind: 'video',
      width: 96,
      height: 64,
      hasAudio: true,
      size: bytes.byteLength,
    });
    expect(media.duration).toBeCloseTo(2, 0);
    expect(sent[0]).toBe(0);
    expect(sent.at(-1)).toBe(bytes.byteLength);
    const back = await fetch(media.url);
    const hash = (data: Uint8Array) => createHash('sha256').update(data).digest('hex');
    expect(hash(new Uint8Array(await back.arrayBuffer()))).toBe(hash(bytes));
    expect(back.headers.get('content-type')).toBe('video/mp4');
    expect(back.headers.get('x-content-type-options')).toBe('nosniff');
    expect(back.headers.get('content-security-policy')).toBe("default-src 'none'; sandbox");
  });

  it('accepts all types of the specification', async () => {
    const types: [string, string][] = [
      ['a.gif', 'image/gif'],
      ['a.jpg', 'image/jpg'],
      ['a.png', 'image/png'],
      ['a.mp4', 'video/mp4'],
      ['a.mov', 'video/quicktime'],
      ['a.webm', 'video/webm'],
      ['a.ogv', 'video/ogg'],
      ['a.mpeg', 'video/mpeg'],
    ];
    for (const [name, type] of types) {
      const file = path.join(folder, name);
      await (type.startsWith('image') ? makePicture(file) : makeVideo(file, 1));
      const media = await upload(service.client(), file, type);
      expect([name, media.mime]).toEqual([name, type.replace('jpg', 'jpeg')]);
    }
    for (const [name, type] of [
      ['a.mp3', 'audio/mpeg'],
      ['a.wav', 'audio/wav'],
      ['a.m4a', 'audio/x-m4a'],
    ] as const) {
      const media = await upload(service.client(), await makeTone(path.join(folder, name)), type);
      expect(media).toMatchObject({ kind: 'audio', hasAudio: true, width: 0 });
      expect(media.mime).toMatch(/^audio\//);
    }
  });

  it('is typed by its content, not by its name or declared type', async () => {
    const disguised = path.join(folder, 'picture.mp4');
    await copyFile(await makePicture(path.join(folder, 'real.png')), disguised);
    expect(await upload(service.client(), disguised, 'video/mp4')).toMatchObject({ mime: 'image/png', kind: 'image' });
    const avif = path.join(folder, 'picture.avif');
    await writeFile(avif, avifOf());
    const facts = { mime: 'image/avif', kind: 'image', width: 40, height: 24 };
    expect(await upload(service.client(), avif, 'image/avif')).toMatchObject(facts);
  });

  it('is streamed to disk even if its type is JSON', async () => {
    const { upload_uri } = await newUri();
    expect(await put(upload_uri, await readFile(clip), { 'content-type': 'application/json' })).toMatchObject({
      status: 200,
    });
  });

  it('returns the same answer when it is repeated, and keeps the first file', async () => {
    const { upload_uri, read_uri } = await newUri();
    const bytes = await readFile(clip);
    const first = await put(upload_uri, bytes);
    expect(first.status).toBe(200);
    expect(await put(upload_uri, 'something else')).toEqual(first);
    expect((await (await fetch(read_uri)).arrayBuffer()).byteLength).toBe(bytes.byteLength);
  });
});

describe('an invalid upload', () => {
  it('is rejected with the specified message before a byte is sent', async () => {
    const refusal = async (files: unknown) => {
      const answer = await announce(files);
      const { error } = (await answer.json()) as { error: { message: string } };
      return [answer.status, error.message];
    };
    expect(await refusal(undefined)).toEqual([400, messages.uploadNothing]);
    expect(await refusal([])).toEqual([400, messages.uploadEmptyList]);
    expect(await refusal([{ fileName: 'a.mp4' }])).toEqual([415, messages.uploadNoType]);
    expect(await refusal([{ fileName: 'a.mp4', fileType: '' }])).toEqual([415, messages.uploadNoType]);
    expect(await refusal([{ fileName: 'a.svg', fileType: 'image/svg+xml' }])).toEqual([415, messages.uploadFormat]);
    expect(await refusal([{ fileName: 'a.html', fileType: 'text/html' }])).toEqual([415, messages.uploadFormat]);
    expect(await refusal([{ fileName: 'a.mp4', fileType: 'video/mp4', size: 300_000_001 }])).toEqual([
      413,
      messages.uploadTooLarge,
    ]);
    expect((await announce([{ fileName: 'a.mp4', fileType: 'video/mp4', size: 300_000_000 }])).status).toBe(200);
    expect((await announce('files')).status).toBe(400);
    expect((await announce(Array.from({ length: 101 }, () => ({ fileName: 'a', fileType: 'video/mp4' })))).status).toBe(
      400,
    );
  });

  it('is rejected with the specified message after its bytes arrived, and leaves no file', async () => {
    const before = await kept();
    const cases: [BodyInit, number, string][] = [
      ['', 422, messages.uploadFormat],
      ['<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>', 422, messages.uploadFormat],
      ['<!doctype html><script>alert(1)</script>', 422, messages.uploadFormat],
      ["ffconcat version 1.0\nfile '/etc/passwd'\n", 422, messages.uploadFormat],
      ['#EXTM3U\n#EXTINF:1,\nclip.ts\n', 422, messages.uploadFormat],
      [randomBytes(5000), 422, messages.uploadFormat],
      [unreadFiles[0]?.[1] ?? '', 422, 'HEIC files are not currently supported.'],
      [(await readFile(clip)).subarray(0, 200), 422, messages.uploadUnreadable],
      [Buffer.concat([Buffer.from('GIF89a', 'latin1'), randomBytes(300)]), 422, messages.uploadUnreadable],
    ];
    for (const [body, status, message] of cases) {
      const { upload_uri, read_uri } = await newUri();
      const said = { message: expect.stringContaining(message) };
      expect(await put(upload_uri, body)).toMatchObject({ status, body: { error: said } });
      expect((await fetch(read_uri)).status).toBe(404);
    }
    expect(await kept()).toEqual(before);
  });

  it('is rejected above 300,000,000 bytes, declared or streamed', async () => {
    const { upload_uri } = await newUri();
    const said = await rawPut(upload_uri, { 'content-length': '300000001' }, (request) => void request.write('x'));
    expect(said).toMatchObject({ status: 413 });
    expect(said.text).toContain(messages.uploadTooLarge);
    const million = Buffer.alloc(1_000_000);
    const streamed = await rawPut(upload_uri, { 'transfer-encoding': 'chunked' }, async (request) => {
      for (let count = 0; count < 302 && !request.destroyed; count += 1) {
        request.write(million);
        await new Promise((resolve) => setImmediate(resolve));
      }
      request.end();
    });
    expect(streamed).toMatchObject({ status: 413 });
    expect(existsSync(path.join(service.dataDir, 'uploads', 'part'))).toBe(false);
  });

  it('is rejected if its length differs from the declared one', async () => {
    const { upload_uri } = await newUri(1000);
    expect((await put(upload_uri, Buffer.alloc(999))).status).toBe(400);
    expect((await put(upload_uri, Buffer.alloc(1001))).status).toBe(400);
  });

  it('is rejected for a missing, unknown or foreign URL', async () => {
    const client = service.client();
    const [uris] = await client.createUpload([{ fileName: 'a.mp4', fileType: 'video/mp4' }]);
    const own = uris?.upload_uri ?? '';
    expect((await put(own.replace(/upload_id=.*/, ''), 'x')).status).toBe(400);
    expect((await put(own.replace(/upload_id=.*/, `upload_id=${'0'.repeat(32)}`), 'x')).status).toBe(404);
    expect((await put(own.replace(/upload_id=.*/, 'upload_id=../../lock'), 'x')).status).toBe(404);
    const other = service.client();
    await other.createUpload([{ fileName: 'b.mp4', fileType: 'video/mp4' }]);
    const cookieOf = (one: typeof client) => ({ cookie: `${SESSION_COOKIE}=${one.session.get()}` });
    expect((await put(own, await readFile(clip), cookieOf(other))).status).toBe(404);
    expect((await put(own, await readFile(clip), cookieOf(client))).status).toBe(200);
  });

  it('keeps the received bytes of a client that disconnects, which may continue or start again', async () => {
    const { upload_uri } = await newUri();
    const before = await kept();
    const url = new URL(upload_uri);
    const request = http.request({
      method: 'PUT',
      host: url.hostname,
      port: url.port,
      path: url.pathname + url.search,
      headers: { 'content-length': 1_000_000 },
    });
    request.on('error', () => undefined);
    request.write(Buffer.alloc(200_000));
    await until(async () => (await kept()).length > before.length);
    request.destroy();
    expect((await put(upload_uri, await readFile(clip))).status).toBe(200);
    expect((await kept()).length).toBe(before.length);
  });

  it('ends an older writer when a newer one arrives', async () => {
    const { upload_uri } = await newUri();
    const older = rawPut(
      upload_uri,
      { 'transfer-encoding': 'chunked' },
      (request) => void request.write(Buffer.alloc(70_000)),
    );
    const sizeOf = async (name: string) =>
      (await stat(path.join(service.dataDir, 'uploads', name, 'part')).catch(() => ({ size: 0 }))).size;
    await until(async () => (await Promise.all((await kept()).map(sizeOf))).includes(70_000));
    expect((await put(upload_uri, await readFile(clip))).status).toBe(200);
    expect((await older).status).toBe(409);
  });
});

describe('hostile file names', () => {
  const names = [
    '../../../etc/passwd',
    '..',
    '.',
    '',
    'CON',
    'a/b\\c.mp4',
    'a\0b.mp4',
    '\u202egpm.exe',
    `${'x'.repeat(1000)}.mp4`,
    '<script>alert(1)</script>.mp4',
    "a'; drop table videos; --.mp4",
    'a%2e%2e%2fb.mp4',
    '\ud800.mp4',
    'émoji 🎬.mp4',
    'a\r\nset-cookie: x=1.mp4',
    '"quoted".mp4',
    '.htaccess',
    'a..b...mp4',
  ];

  it.each(names)('are harmless: %j', async (fileName) => {
    const answer = await announce([{ fileName, fileType: 'video/mp4' }]);
    const { uris } = (await answer.json()) as { uris: { upload_uri: string; read_uri: string }[] };
    expect(answer.status).toBe(200);
    const { upload_uri, read_uri } = uris[0] as { upload_uri: string; read_uri: string };
    expect(new URL(read_uri).pathname).toMatch(/^\/api\/v1\/uploads\/[0-9a-f]{32}\/[A-Za-z0-9._]{1,255}$/);
    const { status, body } = await put(upload_uri, await readFile(clip));
    expect(status).toBe(200);
    expect((body as { name?: string }).name).toMatch(
      /^[A-Za-z0-9]([A-Za-z0-9._]*[A-Za-z0-9])?_[0-9a-f]{8}(\.[A-Za-z0-9]+)?$/,
    );
    expect((await fetch(read_uri)).status).toBe(200);
  });

  it.each([
    ['x.html', 'image/png', /^x_\w{8}\.png$/, /^x_\w{8}\.mp4$/],
    ['x.svg', 'audio/x-unknown', /^x_\w{8}$/, /^x_\w{8}\.mp4$/],
    ['page.png.js', 'video/mp4; codecs=avc1', /^page\.png_\w{8}\.mp4$/, /^page\.png_\w{8}\.mp4$/],
    ['Film.M4V', 'video/mp4', /^Film_\w{8}\.M4V$/, /^Film_\w{8}\.M4V$/],
    [`${'x'.repeat(300)}`, 'image/jpeg', /^x{242}_\w{8}\.jpg$/, /^x{242}_\w{8}\.mp4$/],
  ])(
    'get a safe ending: %j of type %s is named by its type, then by its content',
    async (fileName, fileType, before, after) => {
      const { uris } = (await (await announce([{ fileName, fileType }])).json()) as {
        uris: { upload_uri: string; read_uri: string }[];
      };
      const { upload_uri, read_uri } = uris[0] as { upload_uri: string; read_uri: string };
      const lastOf = (address: string) => new URL(address).pathname.split('/').at(-1);
      expect(lastOf(read_uri)).toMatch(before);
      const { body } = await put(upload_uri, await readFile(clip));
      const { name, url } = body as { name: string; url: string };
      expect(name).toMatch(after);
      expect(lastOf(url)).toBe(name);
      for (const address of [read_uri, url]) {
        const answer = await fetch(address);
        expect(answer.headers.get('content-type')).toBe('video/mp4');
        expect(answer.headers.get('content-disposition')).toBe(`inline; filename="${name}"; filename*=UTF-8''${name}`);
      }
    },
  );

  it('from earlier releases are corrected when they are used', () => {
    const file = 'e3b0-1234.png';
    const names = ['x_12345678.html', 'x_12345678.PNG', 'x_12345678', `${'x'.repeat(246)}_12345678`];
    const shown = ['x_12345678.png', 'x_12345678.PNG', 'x_12345678.png', `${'x'.repeat(242)}_12345678.png`];
    expect(names.map((name) => nameByContent({ name, file }))).toEqual(shown);
    expect(nameByContent({ name: 'x_12345678.html', file: 'e3b0-1234' })).toBe('x_12345678');
    expect(nameByContent({ name: 'x_12345678.html', file: null })).toBe('x_12345678.html');
  });

  it('never appear on disk, which has only generated names', async () => {
    const root = path.join(service.dataDir, 'uploads');
    for (const id of await readdir(root)) {
      expect(id).toMatch(/^[0-9a-f]{32}$/);
      for (const file of await readdir(path.join(root, id))) expect(file).toBe('part');
    }
    for (const file of await readdir(path.join(service.dataDir, 'contents')))
      expect(file).toMatch(/^[0-9a-f]{64}-[0-9a-f]{8}\.[a-z0-9]+$/);
    expect((await stat(root)).isDirectory()).toBe(true);
    await writeFile(path.join(folder, 'done'), '');
  });
});

describe('the list of uploads', () => {
  it('has the finished files of the session, newest first, in pages, by a part of the name', async () => {
    const mine = service.client();
    const picture = await readFile(await makePicture(path.join(folder, 'list.png')));
    const send = (client: typeof mine, name: string) =>
      client.uploadFile(new Blob([picture]), name, { type: 'image/png' });
    expect(await mine.listUploads()).toEqual({ uploads: [], next: null });
    const one = await send(mine, 'One.png');
    const under = await send(mine, 'un_der.png');
    const two = await send(mine, 'two.png');
    await send(service.client(), 'not mine.png');
    await mine.createUpload([{ fileName: 'unfinished.png', fileType: 'image/png', size: 9 }]);
    const named = async (query: Parameters<typeof mine.listUploads>[0]) => {
      const { uploads, next } = await mine.listUploads(query);
      return { names: uploads.map(({ name }) => name), next };
    };
    expect(await mine.listUploads()).toMatchObject({ uploads: [two, under, one], next: null });
    const first = await named({ limit: 2 });
    expect(first.names).toEqual([two.name, under.name]);
    expect(await named({ limit: 2, before: first.next ?? '' })).toEqual({ names: [one.name], next: null });
    expect((await named({ search: 'one' })).names).toEqual([one.name]);
    expect((await named({ search: 'un_' })).names).toEqual([under.name]);
    expect((await named({ before: 'no id' })).names).toEqual([]);
    await expect(mine.listUploads({ limit: 0 })).rejects.toMatchObject({ status: 400 });
  });
});
