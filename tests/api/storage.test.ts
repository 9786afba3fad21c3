import { createHash, randomBytes } from 'node:crypto';
import { mkdir, open, readdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { Readable } from 'node:stream';
import { describe, expect, it } from 'vitest';
import { isKey } from '../../api/storage/keys.ts';
import { openStorage } from '../../api/storage/openStorage.ts';
import { NotStoredError, removeAll, type Storage } from '../../api/storage/storage.ts';
import { s3SettingsOf } from '../../api/system/s3Settings.ts';
import { sharedS3 } from '../support/sharedS3.ts';
import { temporaryFolder } from './support/files.ts';
import { faultyWay, newBucket } from './support/s3.ts';
import { until } from './support/service.ts';

const s3 = await sharedS3();
const folder = await temporaryFolder();
const bin = { type: 'application/octet-stream' };
let files = 0;

async function fileOf(bytes: Uint8Array | string): Promise<string> {
  const file = path.join(folder, `file-${++files}`);
  await writeFile(file, bytes);
  return file;
}

async function bytesOf(stream: Readable): Promise<Buffer> {
  const pieces: Buffer[] = [];
  for await (const piece of stream) pieces.push(piece as Buffer);
  return Buffer.concat(pieces);
}

async function keysOf(storage: Storage, prefix: string): Promise<string[]> {
  const keys: string[] = [];
  for await (const { key } of storage.list(prefix)) keys.push(key);
  return keys.sort();
}

async function newStorage(name: string, more: object = {}): Promise<{ storage: Storage; root: string }> {
  const root = path.join(folder, `root-${++files}`);
  await mkdir(root);
  const settings = name === 'S3' && s3 ? await newBucket(s3, more) : undefined;
  return { storage: await openStorage({ root }, settings), root };
}

const stores = s3 ? ['the disk', 'S3'] : ['the disk'];

describe.each(stores)('on %s', async (name) => {
  const { storage } = await newStorage(name);

  it('a file is there whole, with its size and time, and can be read from anywhere to anywhere', async () => {
    const bytes = randomBytes(300_000);
    await storage.put('videos/a/1.mp4', await fileOf(bytes), { type: 'video/mp4' });
    expect(await storage.find('videos/a/1.mp4')).toMatchObject({ key: 'videos/a/1.mp4', size: 300_000 });
    expect(Math.abs(((await storage.find('videos/a/1.mp4'))?.modifiedAt ?? 0) - Date.now())).toBeLessThan(60_000);
    expect(await bytesOf(await storage.open('videos/a/1.mp4'))).toEqual(bytes);
    for (const [start, end] of [
      [0, 0],
      [1000, 1999],
      [299_999, 299_999],
    ] as const)
      expect(await bytesOf(await storage.open('videos/a/1.mp4', { start, end }))).toEqual(
        bytes.subarray(start, end + 1),
      );
  });

  it('what comes later under the same key takes its place', async () => {
    await storage.put('contents/same.bin', await fileOf('one'), bin);
    await storage.put('contents/same.bin', await fileOf('three'), bin);
    expect((await bytesOf(await storage.open('contents/same.bin'))).toString()).toBe('three');
  });

  it('an empty file is one too', async () => {
    await storage.put('contents/empty', await fileOf(''), bin);
    expect((await storage.find('contents/empty'))?.size).toBe(0);
    expect(await bytesOf(await storage.open('contents/empty'))).toHaveLength(0);
    const local = await storage.fetchLocal('contents/empty');
    expect(await readFile(local.path)).toHaveLength(0);
    local.release();
  });

  it('what is not there is not there, however it is asked for', async () => {
    expect(await storage.find('videos/none')).toBeUndefined();
    await expect(storage.open('videos/none')).rejects.toThrow(NotStoredError);
    await expect(storage.open('videos/none', { start: 0, end: 1 })).rejects.toThrow(NotStoredError);
    await expect(storage.fetchLocal('videos/none')).rejects.toThrow(NotStoredError);
    await storage.remove('videos/none');
    expect(await keysOf(storage, 'nothing/')).toEqual([]);
  });

  it('all below a prefix is listed, and nothing else; it goes but for what shall stay', async () => {
    for (const key of ['list/a/1.mp4', 'list/a/1.poster.jpg', 'list/a/2.mp4', 'list/ab/1.mp4'])
      await storage.put(key, await fileOf(key), bin);
    expect(await keysOf(storage, 'list/a/')).toEqual(['list/a/1.mp4', 'list/a/1.poster.jpg', 'list/a/2.mp4']);
    await removeAll(storage, 'list/a/', (key) => key.startsWith('list/a/2.'));
    expect(await keysOf(storage, 'list/')).toEqual(['list/a/2.mp4', 'list/ab/1.mp4']);
    await removeAll(storage, 'list/');
    expect(await keysOf(storage, 'list/')).toEqual([]);
  });

  it('a program gets a file of its own to read', async () => {
    const bytes = randomBytes(200_000);
    await storage.put('contents/local.bin', await fileOf(bytes), bin);
    const [one, two] = await Promise.all([
      storage.fetchLocal('contents/local.bin'),
      storage.fetchLocal('contents/local.bin'),
    ]);
    expect(one?.path).toBe(two?.path);
    expect(path.extname(one.path)).toBe('.bin');
    expect(await readFile(one.path)).toEqual(bytes);
    one.release();
    two.release();
  });

  it('no name leads out of the store', async () => {
    const odd = [
      '',
      '/',
      '../a',
      'a/../b',
      'a//b',
      '.a',
      'a/.b',
      'a b',
      'ä',
      'a%2f..',
      'a\0',
      'x'.repeat(201),
      'a/',
      '/a',
    ];
    for (const key of odd) {
      expect([key, isKey(key)]).toEqual([key, false]);
      await expect(storage.put(key, await fileOf('x'), bin)).rejects.toThrow('Not a key.');
      await expect(storage.find(key)).rejects.toThrow('Not a key.');
      await expect(storage.remove(key)).rejects.toThrow('Not a key.');
    }
    const strange = 'contents/A-b_c.d..e~1'.replace('~', '-');
    await storage.put(strange, await fileOf('x'), bin);
    expect(await keysOf(storage, 'contents/')).toContain(strange);
  });

  it('a hundred readers at once each get their bytes', async () => {
    const bytes = randomBytes(1_000_000);
    await storage.put('videos/many/1.mp4', await fileOf(bytes), bin);
    const reads = Array.from({ length: 100 }, async (_, index) => {
      const range = { start: index * 9000, end: index * 9000 + 50_000 };
      const read = await bytesOf(await storage.open('videos/many/1.mp4', range));
      return read.equals(bytes.subarray(range.start, range.end + 1));
    });
    expect(await Promise.all(reads)).toEqual(Array(100).fill(true));
  });

  it('300 MB go up and down, and memory stays flat', async () => {
    const file = path.join(folder, 'large');
    const handle = await open(file, 'w');
    const sum = createHash('sha256');
    for (let at = 0; at < 300; at += 1) {
      const piece = randomBytes(1_000_000);
      sum.update(piece);
      await handle.write(piece);
    }
    await handle.close();
    const before = process.memoryUsage.rss();
    let most = 0;
    const timer = setInterval(() => {
      most = Math.max(most, process.memoryUsage.rss() - before);
    }, 20);
    await storage.put('videos/large/1.mp4', file, bin);
    const read = createHash('sha256');
    for await (const piece of await storage.open('videos/large/1.mp4')) read.update(piece as Buffer);
    const local = await storage.fetchLocal('videos/large/1.mp4');
    local.release();
    clearInterval(timer);
    expect(read.digest('hex')).toBe(sum.digest('hex'));
    expect(most / 1e6).toBeLessThan(180);
    await storage.remove('videos/large/1.mp4');
  });
});

describe.runIf(s3)('an S3 store', () => {
  const there = s3 as NonNullable<typeof s3>;

  it('holds its keys below a prefix, beside those of others', async () => {
    const settings = await newBucket(there);
    const [one, two] = (await Promise.all(
      ['one/', 'two/deep/'].map(async (prefix) => {
        const root = path.join(folder, `root-${++files}`);
        await mkdir(root);
        return openStorage({ root }, { ...settings, prefix });
      }),
    )) as [Storage, Storage];
    await one.put('videos/a/1', await fileOf('1'), bin);
    await two.put('videos/a/2', await fileOf('2'), bin);
    expect(await keysOf(one, 'videos/')).toEqual(['videos/a/1']);
    expect(await keysOf(two, 'videos/')).toEqual(['videos/a/2']);
  });

  it('lists more than a page of keys', async () => {
    const { storage } = await newStorage('S3');
    const keys = Array.from({ length: 1100 }, (_, index) => `page/${String(index).padStart(4, '0')}`);
    for (let at = 0; at < keys.length; at += 50)
      await Promise.all(keys.slice(at, at + 50).map(async (key) => storage.put(key, await fileOf('x'), bin)));
    expect(await keysOf(storage, 'page/')).toEqual(keys);
  });

  it('gives a signed address for a while, with the type and name that it is told, and ranges', async () => {
    const { storage } = await newStorage('S3', { publicEndpoint: there.endpoint });
    await storage.put('videos/b/1.mp4', await fileOf('0123456789'), bin);
    const delivery = { type: 'video/mp4', disposition: 'attachment; filename="a b.mp4"' };
    const address = (await storage.signedGet('videos/b/1.mp4', delivery)) ?? '';
    const answer = await fetch(address, { headers: { range: 'bytes=2-4' } });
    expect([answer.status, await answer.text()]).toEqual([206, '234']);
    expect(answer.headers.get('content-type')).toBe('video/mp4');
    expect(answer.headers.get('content-disposition')).toBe(delivery.disposition);
    expect((await fetch(address.replace('/b/', '/c/'))).status).toBe(403);
    expect((await fetch(address.split('?')[0] ?? '')).status).toBe(403);
  });

  it('takes what is put to a signed address, of the type that was signed', async () => {
    const { storage } = await newStorage('S3', { publicEndpoint: there.endpoint });
    const address = (await storage.signedPut('incoming/a', 'image/png')) ?? '';
    const put = (type: string) => fetch(address, { method: 'PUT', body: 'picture', headers: { 'content-type': type } });
    expect((await put('text/html')).status).toBe(403);
    expect((await put('image/png')).status).toBe(200);
    expect((await storage.find('incoming/a'))?.size).toBe(7);
  });

  it('that says it is busy, or is away for a moment, is asked again', async () => {
    const way = await faultyWay(there.endpoint);
    const { endpoint } = way;
    const { storage } = await newStorage('S3', { endpoint });
    let left = 6;
    way.fault = () => (left-- > 3 ? 'slow-down' : left >= 0 ? 'away' : undefined);
    await storage.put('videos/c/1.mp4', await fileOf('busy'), bin);
    expect((await bytesOf(await storage.open('videos/c/1.mp4'))).toString()).toBe('busy');
  });

  it('that cuts a download off is asked for the rest', async () => {
    const way = await faultyWay(there.endpoint);
    const settings = await newBucket(there, { endpoint: way.endpoint });
    const roots = ['writer', 'reader'].map((name) => path.join(folder, name));
    for (const root of roots) await mkdir(root);
    const [writer, reader] = (await Promise.all(roots.map((root) => openStorage({ root }, settings)))) as [
      Storage,
      Storage,
    ];
    const bytes = randomBytes(1_000_000);
    await writer.put('videos/d/1.mp4', await fileOf(bytes), bin);
    way.fault = (asked) => (asked.startsWith('GET') ? 'cut' : undefined);
    const local = await reader.fetchLocal('videos/d/1.mp4');
    expect((await readFile(local.path)).equals(bytes)).toBe(true);
    expect(way.asked.filter((asked) => asked.startsWith('GET')).length).toBeGreaterThan(2);
    expect(await readdir(path.join(folder, 'reader', 'store'))).toHaveLength(1);
    local.release();
  });

  it('with a clock of its own is spoken to in its time', async () => {
    const { storage } = await newStorage('S3');
    const now = Date.now;
    Date.now = () => now() - 3600_000;
    try {
      await storage.put('videos/e/1.mp4', await fileOf('late'), bin);
      expect((await bytesOf(await storage.open('videos/e/1.mp4'))).toString()).toBe('late');
    } finally {
      Date.now = now;
    }
  });

  it('holds as much on the local disk as it may; what was used longest ago goes, what is in use stays', async () => {
    const { storage, root } = await newStorage('S3', { cacheBytes: 250_000 });
    for (const name of ['a', 'b', 'c']) await storage.put(`contents/${name}`, await fileOf(randomBytes(100_000)), bin);
    const held = () => readdir(path.join(root, 'store'));
    expect(await held()).toHaveLength(2);
    const used = await Promise.all(['a', 'b', 'c'].map((name) => storage.fetchLocal(`contents/${name}`)));
    expect(await held()).toHaveLength(3);
    for (const { path: file } of used) expect(await readFile(file)).toHaveLength(100_000);
    for (const { release } of used) release();
    await until(async () => (await held()).length === 2);
    expect(await held()).not.toContain(path.basename(used[0]?.path ?? ''));
  });

  it('that cannot be used is told of at the start, in a sentence that names what to correct', async () => {
    const good = await newBucket(there);
    const sentence = async (wrong: object) => {
      const opening = openStorage({ root: folder }, { ...good, ...wrong });
      return opening.then(
        () => '',
        (error: Error) => error.message,
      );
    };
    expect(await sentence({ bucket: 'no-such-bucket' })).toBe(
      `There is no bucket "no-such-bucket" at ${good.endpoint}. Create it, or correct S3_BUCKET.`,
    );
    expect(await sentence({ accessKeyId: 'nobody' })).toMatch(
      /does not know the key "nobody"\. Correct S3_ACCESS_KEY_ID\.$/,
    );
    expect(await sentence({ secretAccessKey: 'wrong' })).toMatch(
      /refuses the secret .* Correct S3_SECRET_ACCESS_KEY\.$/,
    );
    expect(await sentence({ endpoint: 'http://127.0.0.1:1' })).toMatch(
      /does not answer: .* Start it, or correct S3_ENDPOINT\.$/,
    );
  });
});

describe('the variables S3_…', () => {
  const names = [
    'endpoint',
    'publicEndpoint',
    'region',
    'bucket',
    'accessKeyId',
    'secretAccessKey',
    'pathStyle',
    'prefix',
    'cacheGb',
  ] as const;
  const none = Object.fromEntries(names.map((name) => [name, undefined])) as Record<(typeof names)[number], undefined>;
  const least = { ...none, bucket: 'my-videos', accessKeyId: 'k', secretAccessKey: 's' };

  it('that are not there mean the data folder', () => expect(s3SettingsOf(none)).toBeUndefined());

  it('have sensible defaults', () => {
    expect(s3SettingsOf({ ...least, region: 'eu-central-1' })).toMatchObject({
      ...{ endpoint: 'https://s3.eu-central-1.amazonaws.com', pathStyle: false, prefix: '', cacheBytes: 1e10 },
    });
    expect(s3SettingsOf({ ...least, endpoint: 'http://store:9000/' })).toMatchObject({
      ...{ endpoint: 'http://store:9000', pathStyle: true, publicEndpoint: undefined },
    });
    expect(s3SettingsOf({ ...least, prefix: '/a/b', pathStyle: 'on' })).toMatchObject({
      prefix: 'a/b/',
      pathStyle: true,
    });
  });

  it.each([
    [
      { bucket: undefined },
      'An S3 store also needs S3_BUCKET. Without any variable S3_…, the data folder is the store.',
    ],
    [
      { accessKeyId: undefined, secretAccessKey: undefined },
      'An S3 store also needs S3_ACCESS_KEY_ID and S3_SECRET_ACCESS_KEY. Without any variable S3_…, the data folder is the store.',
    ],
    [{ bucket: 'My Videos' }, 'S3_BUCKET is the name of a bucket, such as my-videos, not "My Videos".'],
    [{ endpoint: 'store:9000' }, 'S3_ENDPOINT is an address such as https://s3.example.com, not "store:9000".'],
    [{ publicEndpoint: 'x' }, 'S3_PUBLIC_ENDPOINT is an address such as https://s3.example.com, not "x".'],
    [{ pathStyle: 'maybe' }, 'S3_PATH_STYLE is on or off, not "maybe".'],
    [{ prefix: '../a' }, 'S3_PREFIX is made of letters, digits, dots, dashes and slashes, not "../a".'],
    [{ cacheGb: 'much' }, 'S3_CACHE_GB is a number of gigabytes above 0, not "much".'],
  ])('are refused in a sentence: %j', (wrong, sentence) => {
    expect(() => s3SettingsOf({ ...least, ...wrong })).toThrow(sentence);
  });
});
