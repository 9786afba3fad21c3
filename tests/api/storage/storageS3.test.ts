import { randomBytes } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { openStorage } from '../../../api/storage/openStorage.ts';
import { createS3Client } from '../../../api/storage/s3/client.ts';
import { StorageUnreachableError } from '../../../api/storage/s3/errors.ts';
import { isShared } from '../../../api/storage/storage.ts';
import { s3SettingsOf } from '../../../api/system/s3Settings.ts';
import { sharedS3 } from '../../support/sharedS3.ts';
import { temporaryFolder } from '../support/files.ts';
import { faultyWay, newBucket } from '../support/s3.ts';
import { until } from '../support/service.ts';
import { bin, bytesOf, fileIn, keysOf, newStorage } from '../support/stored.ts';

const s3 = await sharedS3();
const folder = await temporaryFolder();
const fileOf = (bytes: Uint8Array | string) => fileIn(folder, bytes);

describe.runIf(s3)('an S3 store', () => {
  const there = s3 as NonNullable<typeof s3>;

  it('stores its keys below a prefix, separate from others', async () => {
    const settings = await newBucket(there);
    const { storage: one } = await newStorage(folder, { ...settings, prefix: 'one/' });
    const { storage: two } = await newStorage(folder, { ...settings, prefix: 'two/deep/' });
    await one.put('videos/a/1', await fileOf('1'), bin);
    await two.put('videos/a/2', await fileOf('2'), bin);
    expect(await keysOf(one, 'videos/')).toEqual(['videos/a/1']);
    expect(await keysOf(two, 'videos/')).toEqual(['videos/a/2']);
    // An existing object is copied in the store; a missing one is uploaded.
    await two.put('videos/a/3', await fileOf('sent'), { ...bin, sameAs: 'videos/a/2' });
    await two.put('videos/a/4', await fileOf('sent'), { ...bin, sameAs: 'videos/a/gone' });
    const contents = ['videos/a/3', 'videos/a/4'].map(async (key) => (await bytesOf(await two.open(key))).toString());
    expect(await Promise.all(contents)).toEqual(['2', 'sent']);
  });

  it('lists more than one page of keys', async () => {
    const { storage } = await newStorage(folder, await newBucket(there));
    const keys = Array.from({ length: 1001 }, (_, index) => `page/${String(index).padStart(4, '0')}`);
    for (let at = 0; at < keys.length; at += 100)
      await Promise.all(keys.slice(at, at + 100).map(async (key) => storage.put(key, await fileOf('x'), bin)));
    expect(await keysOf(storage, 'page/')).toEqual(keys);
  });

  it('signs a temporary URL for reading, with type, name and ranges', async () => {
    const { storage } = await newStorage(folder, await newBucket(there, { publicEndpoint: there.endpoint }));
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

  it('signs a URL for writing that accepts only the signed type and length', async () => {
    const { storage } = await newStorage(folder, await newBucket(there, { publicEndpoint: there.endpoint }));
    const address = (await storage.signedPut('incoming/a', { type: 'image/png', size: 7 })) ?? '';
    const put = (type: string, body = 'picture') =>
      fetch(address, { method: 'PUT', body, headers: { 'content-type': type } });
    expect((await put('text/html')).status).toBe(403);
    expect((await put('image/png', 'a longer image')).status).toBe(403);
    expect((await put('image/png')).status).toBe(200);
    expect((await storage.find('incoming/a'))?.size).toBe(7);
  });

  it('is retried when it is busy or briefly unreachable', async () => {
    const way = await faultyWay(there.endpoint);
    const { endpoint } = way;
    const { storage } = await newStorage(folder, await newBucket(there, { endpoint }));
    let left = 6;
    way.fault = () => (left-- > 3 ? 'slow-down' : left >= 0 ? 'away' : undefined);
    await storage.put('videos/c/1.mp4', await fileOf('busy'), bin);
    expect((await bytesOf(await storage.open('videos/c/1.mp4'))).toString()).toBe('busy');
  });

  it('receives a part again after it cut the connection', async () => {
    const way = await faultyWay(there.endpoint);
    const { storage } = await newStorage(folder, await newBucket(there, { endpoint: way.endpoint }));
    const bytes = randomBytes(9_000_000);
    let left = 3;
    way.fault = (asked) => (asked.includes('partNumber=1') && left-- > 0 ? 'cut-body' : undefined);
    await storage.put('videos/c/2.mp4', await fileOf(bytes), bin);
    expect(left).toBeLessThan(0);
    expect((await bytesOf(await storage.open('videos/c/2.mp4'))).equals(bytes)).toBe(true);
  });

  it('may receive bytes slowly for any time, as long as it makes progress', async () => {
    const way = await faultyWay(there.endpoint);
    const settings = await newBucket(there);
    way.fault = () => 'slow-body';
    const timeouts = { giveUpAfterMs: 6000, answerMs: 2500 };
    const client = createS3Client({ ...settings, endpoint: way.endpoint }, timeouts);
    // Takes three seconds without a pause.
    const body = randomBytes(24_000_000);
    const begun = performance.now();
    await (await client.send({ method: 'PUT', key: 'slow', body })).body?.cancel();
    expect(performance.now() - begun).toBeGreaterThan(timeouts.answerMs);
    const { headers } = await createS3Client(settings).send({ method: 'HEAD', key: 'slow' });
    expect(Number(headers.get('content-length'))).toBe(body.byteLength);
  });

  it('receives a request for the rest after an interrupted download', async () => {
    const way = await faultyWay(there.endpoint);
    const settings = await newBucket(there, { endpoint: way.endpoint });
    const { storage: writer } = await newStorage(folder, settings);
    const { storage: reader, root } = await newStorage(folder, settings);
    const bytes = randomBytes(1_000_000);
    await writer.put('videos/d/1.mp4', await fileOf(bytes), bin);
    way.fault = (asked) => (asked.startsWith('GET') ? 'cut' : undefined);
    const local = await reader.fetchLocal('videos/d/1.mp4');
    expect((await readFile(local.path)).equals(bytes)).toBe(true);
    expect(way.asked.filter((asked) => asked.startsWith('GET')).length).toBeGreaterThan(2);
    expect(await readdir(path.join(root, 'store'))).toHaveLength(1);
    local.release();
  });

  it.each(['cut-answer', 'late-error'] as const)('is retried after an answer that began well (%s)', async (fault) => {
    const way = await faultyWay(there.endpoint);
    const { storage } = await newStorage(folder, await newBucket(there, { endpoint: way.endpoint }));
    const bytes = randomBytes(9_000_000);
    const [large, copy, composed, list] = ['videos/f/1.mp4', 'videos/f/2.mp4', 'videos/f/3.mp4', 'list-type'];
    // Start and end of a multipart upload, a copy, a copied part and a page of a list: each fails once.
    const struck = new Set<string>();
    way.fault = (asked) => {
      const what = asked.replace(/[\da-zA-Z~._%-]{20,}/g, '');
      const isRead = /uploads=|POST .*uploadId=|PUT .*f\/2|f\/3.*partNumber|list-type/.test(asked);
      if (!isRead || struck.has(what)) return undefined;
      struck.add(what);
      return fault;
    };
    await storage.put(large, await fileOf(bytes), bin);
    await storage.put(copy, await fileOf('sent'), { ...bin, sameAs: large });
    if (!isShared(storage)) throw new Error('No machine shares it.');
    await storage.compose(
      composed,
      [
        { key: large, size: 6_000_000 },
        { key: large, size: 5 },
      ],
      bin.type,
    );
    expect(await keysOf(storage, 'videos/')).toEqual([large, copy, composed]);
    expect((await bytesOf(await storage.open(copy))).equals(bytes)).toBe(true);
    const both = Buffer.concat([bytes.subarray(0, 6_000_000), bytes.subarray(0, 5)]);
    expect((await bytesOf(await storage.open(composed))).equals(both)).toBe(true);
    for (const what of ['uploads', 'uploadId', 'f/2', 'partNumber=1', list])
      expect(
        [...struck].some((asked) => asked.includes(what)),
        what,
      ).toBe(true);
  });

  it('is not trusted if it returns another range than requested', async () => {
    const fault = 'short-range';
    const way = await faultyWay(there.endpoint);
    const settings = await newBucket(there, { endpoint: way.endpoint });
    const { storage } = await newStorage(folder, settings);
    const { storage: reader } = await newStorage(folder, settings);
    const bytes = randomBytes(300_000);
    await storage.put('videos/g/1.mp4', await fileOf(bytes), bin);
    let left = 2;
    way.fault = (asked) => (asked.startsWith('GET') && left-- > 0 ? fault : undefined);
    await expect(storage.open('videos/g/1.mp4', { start: 100_000, end: 199_999 })).rejects.toThrow(
      StorageUnreachableError,
    );
    // A download for a program is retried once.
    const local = await reader.fetchLocal('videos/g/1.mp4');
    expect((await readFile(local.path)).equals(bytes)).toBe(true);
    expect(left).toBeLessThan(0);
    local.release();
    way.fault = (asked) => (asked.startsWith('GET') ? fault : undefined);
    const { storage: late } = await newStorage(folder, settings);
    await expect(late.fetchLocal('videos/g/1.mp4')).rejects.toThrow(StorageUnreachableError);
  });

  it('works with a clock that differs from the local one', async () => {
    const { storage } = await newStorage(folder, await newBucket(there));
    const now = Date.now;
    Date.now = () => now() - 3600_000;
    try {
      await storage.put('videos/e/1.mp4', await fileOf('late'), bin);
      expect((await bytesOf(await storage.open('videos/e/1.mp4'))).toString()).toBe('late');
    } finally {
      Date.now = now;
    }
  });

  it('limits its local cache: the least recently used files go, files in use stay', async () => {
    const { storage, root } = await newStorage(folder, await newBucket(there, { cacheBytes: 250_000 }));
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

  it('is checked at start, with a message that names what to correct', async () => {
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
      /does not accept the key "nobody"\. Correct S3_ACCESS_KEY_ID\.$/,
    );
    expect(await sentence({ secretAccessKey: 'wrong' })).toMatch(
      /rejects the secret .* Correct S3_SECRET_ACCESS_KEY\.$/,
    );
    expect(await sentence({ endpoint: 'http://127.0.0.1:1' })).toMatch(
      /does not answer: .* Start it, or correct S3_ENDPOINT\.$/,
    );
  });
});

describe('the S3_… variables', () => {
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

  it('select the data folder if they are missing', () => expect(s3SettingsOf(none)).toBeUndefined());

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
      'An S3 store also needs S3_BUCKET. Without any S3_… variable, the data folder is the store.',
    ],
    [
      { accessKeyId: undefined, secretAccessKey: undefined },
      'An S3 store also needs S3_ACCESS_KEY_ID and S3_SECRET_ACCESS_KEY. Without any S3_… variable, the data folder is the store.',
    ],
    [{ bucket: 'My Videos' }, 'S3_BUCKET must be the name of a bucket, such as my-videos, not "My Videos".'],
    [{ endpoint: 'store:9000' }, 'S3_ENDPOINT must be an address such as https://s3.example.com, not "store:9000".'],
    [{ publicEndpoint: 'x' }, 'S3_PUBLIC_ENDPOINT must be an address such as https://s3.example.com, not "x".'],
    [{ pathStyle: 'maybe' }, 'S3_PATH_STYLE must be on or off, not "maybe".'],
    [{ prefix: '../a' }, 'S3_PREFIX must consist of letters, digits, dots, dashes and slashes, not "../a".'],
    [{ cacheGb: 'much' }, 'S3_CACHE_GB must be a number of gigabytes above 0, not "much".'],
  ])('are rejected with a clear message: %j', (wrong, sentence) => {
    expect(() => s3SettingsOf({ ...least, ...wrong })).toThrow(sentence);
  });
});
