import { randomBytes } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { openDatabase } from '../../api/db/database.ts';
import type { UploadRow } from '../../api/db/tables.ts';
import { newSecretId } from '../../api/sources/ids.ts';
import { createOwnStore } from '../../api/sources/ownStore.ts';
import { partsInStore } from '../../api/sources/storedParts.ts';
import { sweepContents } from '../../api/sources/sweepContents.ts';
import { usualUploadLimits } from '../../api/sources/uploadLimits.ts';
import { createUploads } from '../../api/sources/uploads.ts';
import { openFolders } from '../../api/storage/folders.ts';
import { openStorage } from '../../api/storage/openStorage.ts';
import { ChunkRefused, OvertakenError, type PartStore, partsOnDisk } from '../../api/storage/parts.ts';
import { isShared, type SharedStorage } from '../../api/storage/storage.ts';
import { sharedS3 } from '../support/sharedS3.ts';
import { smallDisk } from '../support/smallDisk.ts';
import { prepareDatabase } from './support/database.ts';
import { makeVideo, temporaryFolder } from './support/files.ts';
import { hasPostgres, startPostgres } from './support/postgres.ts';
import { begin, heldOf, put } from './support/resumable.ts';
import { newBucket } from './support/s3.ts';
import { openService } from './support/service.ts';
import { bin, bytesOf, fileIn, keysOf } from './support/stored.ts';

const s3 = await sharedS3();
const mega = 1_000_000;
const source = randomBytes(60 * mega);

/** Numbers that are the same in every run. */
function seeded(seed: number): (below: number) => number {
  let state = seed;
  return (below) => {
    state = (state * 1_103_515_245 + 12_345) % 2 ** 31;
    return Math.floor((state / 2 ** 31) * below);
  };
}

/** Some bytes, in pieces of up to a megabyte, that may end with an error. */
async function* sent(bytes: Uint8Array, end?: Error): AsyncGenerator<Uint8Array> {
  for (let at = 0; at < bytes.byteLength; at += mega) yield bytes.subarray(at, at + mega);
  if (end) throw end;
}

async function openParts(store: string) {
  const dataDir = await temporaryFolder();
  await prepareDatabase(dataDir);
  const [folders, database] = [await openFolders(dataDir), await openDatabase({ dataDir })];
  onTestFinished(() => database.close());
  const storage = await openStorage(folders, store === 'S3' && s3 ? await newBucket(s3) : undefined);
  const parts: PartStore = isShared(storage)
    ? partsInStore({ database, folders, storage })
    : partsOnDisk(folders, storage);
  const id = newSecretId();
  const row = { id, token: newSecretId(), owner: 'o', name: 'n', declared_type: 'video/mp4', declared_size: null };
  await database.db.insertInto('uploads').values(row).execute();
  return { database, folders, parts, storage, id };
}

describe.each(s3 ? ['disk', 'S3'] : ['disk'])('bytes of an upload on %s', (store) => {
  it('are those that were sent, whatever was cut off, refused or taken back on the way', async () => {
    const { parts, storage, id } = await openParts(store);
    const random = seeded(7);
    let held = 0;
    for (let step = 0; step < 14; step += 1) {
      // What is beyond a place goes; with nothing sent, that is all that happens.
      const at = random(4) === 0 ? Math.max(0, held - random(7 * mega)) : held;
      const bytes = source.subarray(at, at + random(5) * random(4) * mega + random(1000));
      const end = [undefined, new Error('cut'), new ChunkRefused(new Error('refused'))][random(3)];
      const ended = await parts.append(id, at, sent(bytes, end)).catch((error: Error) => error.message);
      held = end instanceof ChunkRefused ? at : at + bytes.byteLength;
      expect(ended).toBe(end === undefined ? held : end.message);
      expect(await parts.held(id)).toBe(held);
    }
    const whole = source.subarray(0, held);
    expect(await parts.read(id, async (file) => (await readFile(file)).equals(whole))).toBe(true);
    for (let twice = 0; twice < 2; twice += 1) await parts.finish(id, 'contents/whole.mp4', { type: 'video/mp4' });
    expect((await bytesOf(await storage.open('contents/whole.mp4'))).equals(whole)).toBe(true);
    expect(await parts.held(id)).toBe(held);
    await parts.discard(id);
    expect([await parts.held(id), await keysOf(storage, 'incoming/')]).toEqual([0, []]);
  });

  it('may be none at all', async () => {
    const { parts, storage, id } = await openParts(store);
    expect(await parts.append(id, 0, sent(Buffer.alloc(0)))).toBe(0);
    await parts.finish(id, 'contents/empty', { type: 'video/mp4' });
    expect((await storage.find('contents/empty'))?.size).toBe(0);
  });
});

describe.each(s3 ? ['disk', 'S3'] : ['disk'])('contents on %s', (store) => {
  it('that no upload has go after a while, unless another database uses the store', async () => {
    const { database, folders, parts, storage, id } = await openParts(store);
    const folder = await temporaryFolder();
    const [had, forgotten, nobodys] = ['a'.repeat(64), 'b'.repeat(64), 'c'.repeat(64)];
    for (const key of [had, forgotten, nobodys].map((hash) => `contents/${hash}.mp4`).concat(`incoming/${id}/0-x`))
      await storage.put(key, await fileIn(folder, 'x'), bin);
    const stored = async () => [...(await keysOf(storage, 'contents/')), ...(await keysOf(storage, 'incoming/'))];
    const all = await stored();
    const { mark, expectOwn } = createOwnStore(storage, database, folders);
    await sweepContents(storage, database, parts, { leastAgeMs: 0, expectOwn });
    expect(await stored()).toEqual(all);
    for (const hash of [had, forgotten]) {
      const content = { hash, file: `${hash}.mp4`, mime: 'video/mp4', size: 1 };
      await database.db.insertInto('contents').values(content).execute();
    }
    await database.db.updateTable('uploads').set({ status: 'done', content: had }).where('id', '=', id).execute();
    await sweepContents(storage, database, parts, { expectOwn });
    expect(await stored()).toEqual(all);
    await mark();
    await storage.put('databases/another', await fileIn(folder, ''), bin);
    await expect(sweepContents(storage, database, parts, { leastAgeMs: 0, expectOwn })).rejects.toThrow(
      'Another database uses this store too (databases/another)',
    );
    const ofUploads = store === 'S3' ? [] : [`incoming/${id}/0-x`];
    expect(await stored()).toEqual([...all.slice(0, 3), ...ofUploads]);
    await storage.remove('databases/another');
    await sweepContents(storage, database, parts, { leastAgeMs: 0, expectOwn });
    expect(await stored()).toEqual([`contents/${had}.mp4`, ...ofUploads]);
    expect(await database.db.selectFrom('contents').select('hash').execute()).toEqual([{ hash: had }]);
  });

  it('go with an upload that is deleted just as it ends', async () => {
    const { database, folders, parts, storage, id } = await openParts(store);
    const uploads = createUploads(database, folders, storage, usualUploadLimits, parts);
    const before = (await uploads.byId(id)) as UploadRow;
    await uploads.completeEmpty(before);
    expect(await keysOf(storage, 'contents/')).toHaveLength(1);
    await uploads.remove(before);
    expect(await keysOf(storage, 'contents/')).toEqual([]);
    expect(await database.db.selectFrom('contents').selectAll().execute()).toEqual([]);
  });
});

describe.runIf(s3)('bytes of an upload in a store that processes share', () => {
  const there = s3 as NonNullable<typeof s3>;

  it('have one writer: an older one stores nothing more, and what it stored before stays', async () => {
    const { parts, id } = await openParts('S3');
    let goOn = () => {};
    const waiting = new Promise<void>((resolve) => {
      goOn = resolve;
    });
    async function* slowly() {
      yield* sent(source.subarray(0, 9 * mega));
      await waiting;
      yield* sent(source.subarray(9 * mega, 20 * mega));
    }
    const older = parts.append(id, 0, slowly()).catch((error: unknown) => error);
    await expect.poll(() => parts.held(id)).toBeGreaterThan(0);
    const held = await parts.held(id);
    const end = await parts.append(id, held, sent(source.subarray(held, held + 10 * mega)));
    goOn();
    expect(await older).toBeInstanceOf(OvertakenError);
    expect(await parts.held(id)).toBe(end);
    expect(await parts.read(id, async (file) => (await readFile(file)).equals(source.subarray(0, end)))).toBe(true);
  });

  it('are stored under the name of those that were looked at, or not at all', async () => {
    const { parts, storage, id } = await openParts('S3');
    await parts.append(id, 0, sent(source.subarray(0, mega)));
    const stamp = await parts.read(id, async (_file, stamp) => stamp);
    // Another process begins anew in between.
    await parts.append(id, 0, sent(source.subarray(mega, 2 * mega)));
    await expect(parts.finish(id, 'contents/a', { type: 'video/mp4', stamp })).rejects.toThrow(OvertakenError);
    expect(await storage.find('contents/a')).toBeUndefined();
    await expect(parts.append(id, 2 * mega, sent(source.subarray(0, mega)))).rejects.toThrow(OvertakenError);
    expect(await parts.held(id)).toBe(mega);
  });

  it('are those that were sent where the disk was full on the way', async (context) => {
    const work = smallDisk(2500);
    if (work === undefined) return context.skip();
    const { database, storage, id } = await openParts('S3');
    const parts = partsInStore({ database, folders: { work }, storage: storage as SharedStorage });
    await expect(parts.append(id, 0, sent(source.subarray(0, 5 * mega)))).rejects.toThrow('ENOSPC');
    const held = await parts.held(id);
    const whole = partsInStore({
      database,
      folders: { work: await temporaryFolder() },
      storage: storage as SharedStorage,
    });
    expect(held).toBeGreaterThan(0);
    expect(await whole.read(id, async (file) => (await readFile(file)).equals(source.subarray(0, held)))).toBe(true);
  });

  it.runIf(hasPostgres())('are taken by any of the processes, chunk by chunk', async () => {
    const postgres = await startPostgres();
    onTestFinished(() => postgres.stop());
    const settings = await newBucket(there);
    const open = async () => {
      const service = await openService({
        ...{ dataDir: await temporaryFolder(), databaseUrl: postgres.url, s3: settings, workers: 0 },
      });
      onTestFinished(() => service.app.close());
      return service;
    };
    const [one, two] = [await open(), await open()];
    const clip = await readFile(await makeVideo(path.join(await temporaryFolder(), 'clip.mp4'), 2));
    const total = clip.byteLength;
    const { uri, read } = await begin(one, total);
    const at = (service: typeof one, address: string) => address.replace(one.origin, service.origin);
    const chunk = (service: typeof one, from: number, to: number) =>
      put(at(service, uri), `bytes ${from}-${to - 1}/${total}`, clip.subarray(from, to));
    expect((await chunk(one, 0, 1000)).status).toBe(308);
    expect(await heldOf(at(two, uri))).toBe(1000);
    expect((await chunk(two, 1000, 3000)).status).toBe(308);
    expect((await chunk(one, 2500, 4000)).range).toBe('bytes=0-3999');
    expect((await chunk(two, 4000, total)).status).toBe(200);
    for (const service of [one, two])
      expect(Buffer.from(await (await fetch(at(service, read))).arrayBuffer()).equals(clip)).toBe(true);
  });
});
