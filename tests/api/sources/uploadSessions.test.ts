import { existsSync } from 'node:fs';
import { readdir, readFile } from 'node:fs/promises';
import net from 'node:net';
import path from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { messages } from '../../../engine/project/messages.ts';
import { makePicture, temporaryFolder, videoBytes } from '../support/files.ts';
import { rawPut } from '../support/rawPut.ts';
import { begin, heldOf, put } from '../support/resumable.ts';
import { openService, startService, type TestService, until } from '../support/service.ts';

let service: TestService;
let clip: Buffer;
let size: number;

beforeAll(async () => {
  service = await startService({ workers: 0 });
  clip = await videoBytes(2);
  size = clip.byteLength;
});

describe('an upload', () => {
  it('without bytes is an empty file that no project can use', async () => {
    for (const declared of [undefined, 0]) {
      const { uri, read } = await begin(service, declared);
      const answer = await put(uri, 'bytes */0');
      expect(answer.status).toBe(200);
      expect(JSON.parse(answer.text)).toMatchObject({ url: read, size: 0, kind: null });
      expect((await put(uri, 'bytes */0')).text).toBe(answer.text);
      expect(await (await fetch(read)).text()).toBe('');
      await expect(
        service.client().createVideo({ isStudio: true, scenes: [{ layers: [{ type: 'image', url: read }] }] }),
      ).rejects.toMatchObject({ status: 422 });
    }
    const { uri } = await begin(service, size);
    expect((await put(uri, 'bytes */0')).status).toBe(400);
  });

  it('is rejected if its id is missing, unknown or of another session', async () => {
    const { uri } = await begin(service, size);
    const none = new URL(uri);
    for (const [id, status] of [
      [undefined, 400],
      ['', 400],
      ['0'.repeat(32), 404],
      ['../../lock', 404],
    ] as const) {
      none.search = id === undefined ? '' : `?upload_id=${id}`;
      for (const range of [undefined, 'bytes */*', 'bytes 0-0/1'])
        expect((await put(none.href, range, Buffer.from('a'))).status).toBe(status);
      expect((await fetch(none, { method: 'DELETE' })).status).toBe(status);
    }
    const cookie = { cookie: `cutroom_session=${'a'.repeat(22)}` };
    expect((await put(uri, 'bytes */*', undefined, cookie)).status).toBe(404);
    expect((await fetch(uri, { method: 'DELETE', headers: cookie })).status).toBe(404);
    expect(await heldOf(uri)).toBe('none');
  });

  it('is gone after it was deleted, with its file unless another upload has the same content', async () => {
    const [open, done, twin] = [await begin(service, size), await begin(service, size), await begin(service)];
    await put(open.uri, 'bytes 0-999/*', clip.subarray(0, 1000));
    for (const { uri } of [done, twin]) expect((await put(uri, undefined, clip)).status).toBe(200);
    for (const { uri, id } of [open, done]) {
      expect((await fetch(uri, { method: 'DELETE' })).status).toBe(204);
      expect((await fetch(uri, { method: 'DELETE' })).status).toBe(404);
      expect((await put(uri, 'bytes */*')).status).toBe(404);
      expect(existsSync(path.join(service.dataDir, 'uploads', id))).toBe(false);
    }
    expect((await fetch(done.read)).status).toBe(404);
    expect((await fetch(twin.read)).status).toBe(200);
  });

  it('that was cut in the middle of a body keeps the received bytes and reports their exact number', async () => {
    for (const range of ['bytes 0-E/N', 'bytes 0-*/N', undefined]) {
      const { uri, read, id } = await begin(service, size);
      const { port, pathname, search } = new URL(uri);
      const socket = net.connect(Number(port), '127.0.0.1');
      const header = range?.replace('N', String(size)).replace('E', String(size - 1));
      socket.write(`PUT ${pathname}${search} HTTP/1.1\r\nHost: localhost\r\nContent-Length: ${size}\r\n`);
      socket.write(`${header ? `Content-Range: ${header}\r\n` : ''}\r\n`);
      socket.write(clip.subarray(0, 12_345));
      const part = path.join(service.dataDir, 'uploads', id, 'part');
      await until(async () => existsSync(part) && (await readFile(part)).byteLength === 12_345);
      socket.destroy();
      expect(await heldOf(uri)).toBe(12_345);
      const rest = await put(uri, `bytes 12345-${size - 1}/${size}`, clip.subarray(12_345));
      expect(rest.status).toBe(200);
      expect(Buffer.from(await (await fetch(read)).arrayBuffer()).equals(clip)).toBe(true);
    }
  });

  it('has one writer: the newest replaces the older one, and their bytes are never mixed', async () => {
    const { uri, id } = await begin(service, size);
    const range = `bytes 0-${size - 1}/${size}`;
    const other = Buffer.alloc(size, 7);
    const older = rawPut(
      uri,
      { 'content-range': range, 'content-length': String(size) },
      (request) => void request.write(other.subarray(0, 9000)),
    );
    const part = path.join(service.dataDir, 'uploads', id, 'part');
    await until(async () => existsSync(part) && (await readFile(part)).byteLength === 9000);
    expect(await heldOf(uri)).toBe(9000);
    expect((await older).status).toBe(409);
    expect((await fetch(uri, { method: 'DELETE' })).status).toBe(204);
    const many = await begin(service, size);
    const answers = await Promise.all(Array.from({ length: 8 }, () => put(many.uri, range, clip)));
    expect(answers.map(({ status }) => status).filter((status) => status !== 409 && status !== 200)).toEqual([]);
    expect(await put(many.uri, `bytes */${size}`)).toMatchObject({ status: 200 });
    expect(Buffer.from(await (await fetch(many.read)).arrayBuffer()).equals(clip)).toBe(true);
  });

  it('expires when nothing is sent for long, and reports that', async () => {
    const dataDir = path.join(await temporaryFolder(), 'data');
    const small = await startService({ workers: 0, dataDir, uploadLimits: { hours: 4 / 3600 } });
    const [uris] = await small.client().createUpload([{ fileName: 'a.mp4', fileType: 'video/mp4' }]);
    const uri = uris?.upload_uri ?? '';
    expect((await put(uri, 'bytes 0-9/*', clip.subarray(0, 10))).status).toBe(308);
    expect(await readdir(path.join(dataDir, 'uploads'))).not.toEqual([]);
    await until(async () => (await readdir(path.join(dataDir, 'uploads'))).length === 0);
    for (const range of ['bytes */*', 'bytes 10-19/*', undefined])
      expect(await put(uri, range, range === 'bytes */*' ? undefined : clip.subarray(10, 20))).toMatchObject({
        status: 410,
        text: expect.stringContaining('"code":"gone"'),
      });
  });

  it('continues after a restart of the server', async () => {
    const dataDir = path.join(await temporaryFolder(), 'data');
    const first = await openService({ workers: 0, dataDir });
    const [uris] = await first.client().createUpload([{ fileName: 'a.mp4', fileType: 'video/mp4', size }]);
    const { pathname, search } = new URL(uris?.upload_uri ?? '');
    await put(first.origin + pathname + search, `bytes 0-4999/${size}`, clip.subarray(0, 5000));
    await first.app.close();
    const second = await openService({ workers: 0, dataDir });
    const uri = second.origin + pathname + search;
    expect(await heldOf(uri)).toBe(5000);
    expect((await put(uri, `bytes 5000-${size - 1}/${size}`, clip.subarray(5000))).status).toBe(200);
    await second.app.close();
  });

  it('with content of an unsupported type leaves no file', async () => {
    const { uri, read, id } = await begin(service);
    const text = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>');
    const answer = await put(uri, `bytes 0-${text.length - 1}/${text.length}`, text);
    expect(answer.status).toBe(422);
    expect(answer.text).toContain(messages.uploadFormat);
    expect(existsSync(path.join(service.dataDir, 'uploads', id))).toBe(false);
    expect((await fetch(read)).status).toBe(404);
    expect(await heldOf(uri)).toBe('none');
  });
});

it('a file that is sent several times is stored once, and each upload has its own URL', async () => {
  const before = (await readdir(path.join(service.dataDir, 'contents'))).length;
  const picture = await readFile(await makePicture(path.join(await temporaryFolder(), 'only.png')));
  const uploads = await Promise.all(Array.from({ length: 4 }, () => begin(service)));
  const answers = await Promise.all(uploads.map(({ uri }) => put(uri, undefined, picture)));
  expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200]);
  expect(new Set(uploads.map(({ read }) => read)).size).toBe(4);
  expect((await readdir(path.join(service.dataDir, 'contents'))).length).toBe(before + 1);
  for (const [i, { uri, read }] of uploads.entries()) {
    expect(Buffer.from(await (await fetch(read)).arrayBuffer()).equals(picture)).toBe(true);
    expect((await fetch(uri, { method: 'DELETE' })).status).toBe(204);
    expect((await readdir(path.join(service.dataDir, 'contents'))).length).toBe(i < 3 ? before + 1 : before);
  }
});

it('quotas apply to a network regardless of cookies, and name a retry time', async () => {
  const small = await startService({ workers: 0, uploadLimits: { perHour: 3, storedBytes: 1000 } });
  const file = { fileName: 'a.mp4', fileType: 'video/mp4', size: 400 };
  const client = small.client();
  await client.createUpload([file, file]);
  await expect(small.client().createUpload([file])).rejects.toMatchObject({ status: 429, retryAfter: 3600 });
  await client.createUpload([{ ...file, size: 10 }]);
  const many = await client.createUpload([{ ...file, size: 10 }]).catch((error: unknown) => error);
  expect(many).toMatchObject({ status: 429, code: 'too-many-requests' });
  expect((many as { retryAfter: number }).retryAfter).toBeGreaterThan(3500);
  expect((await small.client('192.0.2.9').createUpload([file])).length).toBe(1);
});
