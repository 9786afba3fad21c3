import { readdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { expect, it } from 'vitest';
import { openLocalCache } from '../../../api/storage/s3/localCache.ts';
import { diskFloor } from '../../../api/system/budget.ts';
import { DiskFullError } from '../../../api/system/diskFull.ts';
import { smallDisk } from '../../support/smallDisk.ts';
import { temporaryFolder } from '../support/files.ts';

const mega = 1_000_000;

it('unused files are evicted from the cache when the disk is full, even below the size limit', async (context) => {
  const folder = smallDisk(Math.floor((diskFloor + 18 * mega) / 1024));
  if (folder === undefined) return context.skip();
  const cache = await openLocalCache(folder, 1000 * mega);
  const fetch = (key: string) =>
    cache.fetch(key, 10 * mega, (file) => writeFile(file, Buffer.alloc(10 * mega)), undefined);
  const first = await fetch('videos/a/1.mp4');
  await expect(fetch('videos/b/1.mp4')).rejects.toThrow(DiskFullError);
  first.release();
  const second = await fetch('videos/b/1.mp4');
  expect((await readFile(second.path)).byteLength).toBe(10 * mega);
  expect(await readdir(folder)).toEqual([path.basename(second.path)]);
});

it('a file that is requested while an aborted download of it ends is downloaded again', async () => {
  const cache = await openLocalCache(path.join(await temporaryFolder(), 'cache'), mega);
  const leaving = new AbortController();
  let begun = () => {};
  const isBegun = new Promise<void>((resolve) => {
    begun = resolve;
  });
  let ended = () => {};
  const isToEnd = new Promise<void>((resolve) => {
    ended = resolve;
  });
  const stopped = cache.fetch(
    'videos/a/1.mp4',
    1,
    async (_file, signal) => {
      begun();
      await isToEnd;
      signal.throwIfAborted();
    },
    leaving.signal,
  );
  await isBegun;
  leaving.abort(new Error('gone'));
  await expect(stopped).rejects.toThrow('gone');
  const asked = cache.fetch('videos/a/1.mp4', 1, (file) => writeFile(file, 'a'), undefined);
  ended();
  expect(await readFile((await asked).path, 'utf8')).toBe('a');
});
