import { createHash, randomBytes } from 'node:crypto';
import { open, readFile } from 'node:fs/promises';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { isKey } from '../../../api/storage/keys.ts';
import { NotStoredError, removeAll } from '../../../api/storage/storage.ts';
import { sharedS3 } from '../../support/sharedS3.ts';
import { temporaryFolder } from '../support/files.ts';
import { newBucket } from '../support/s3.ts';
import { bin, bytesOf, fileIn, keysOf, newStorage } from '../support/stored.ts';

const s3 = await sharedS3();
const folder = await temporaryFolder();
const fileOf = (bytes: Uint8Array | string) => fileIn(folder, bytes);

const stores = s3 ? ['the disk', 'S3'] : ['the disk'];

describe.each(stores)('on %s', async (name) => {
  const { storage } = await newStorage(folder, name === 'S3' && s3 ? await newBucket(s3) : undefined);

  it('a file is stored completely, with its size and time, and can be read in ranges', async () => {
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

  it('a new file replaces the one under the same key', async () => {
    await storage.put('contents/same.bin', await fileOf('one'), bin);
    await storage.put('contents/same.bin', await fileOf('three'), bin);
    expect((await bytesOf(await storage.open('contents/same.bin'))).toString()).toBe('three');
  });

  it('an empty file can be stored', async () => {
    await storage.put('contents/empty', await fileOf(''), bin);
    expect((await storage.find('contents/empty'))?.size).toBe(0);
    expect(await bytesOf(await storage.open('contents/empty'))).toHaveLength(0);
    const local = await storage.fetchLocal('contents/empty');
    expect(await readFile(local.path)).toHaveLength(0);
    local.release();
  });

  it('a missing file is reported by every call', async () => {
    expect(await storage.find('videos/none')).toBeUndefined();
    await expect(storage.open('videos/none')).rejects.toThrow(NotStoredError);
    await expect(storage.open('videos/none', { start: 0, end: 1 })).rejects.toThrow(NotStoredError);
    await expect(storage.fetchLocal('videos/none')).rejects.toThrow(NotStoredError);
    await storage.remove('videos/none');
    expect(await keysOf(storage, 'nothing/')).toEqual([]);
  });

  it('a prefix lists exactly its keys, and removal can spare some of them', async () => {
    for (const key of ['list/a/1.mp4', 'list/a/1.poster.jpg', 'list/a/2.mp4', 'list/ab/1.mp4'])
      await storage.put(key, await fileOf(key), bin);
    expect(await keysOf(storage, 'list/a/')).toEqual(['list/a/1.mp4', 'list/a/1.poster.jpg', 'list/a/2.mp4']);
    await removeAll(storage, 'list/a/', (key) => key.startsWith('list/a/2.'));
    expect(await keysOf(storage, 'list/')).toEqual(['list/a/2.mp4', 'list/ab/1.mp4']);
    await removeAll(storage, 'list/');
    expect(await keysOf(storage, 'list/')).toEqual([]);
  });

  it('a program can read a stored file as a local one', async () => {
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

  it('no key leads out of the store', async () => {
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

  it('a hundred parallel readers each get their bytes', async () => {
    const bytes = randomBytes(1_000_000);
    await storage.put('videos/many/1.mp4', await fileOf(bytes), bin);
    const reads = Array.from({ length: 100 }, async (_, index) => {
      const range = { start: index * 9000, end: index * 9000 + 50_000 };
      const read = await bytesOf(await storage.open('videos/many/1.mp4', range));
      return read.equals(bytes.subarray(range.start, range.end + 1));
    });
    expect(await Promise.all(reads)).toEqual(Array(100).fill(true));
  });

  it('300 MB are stored and read with constant memory', async () => {
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
