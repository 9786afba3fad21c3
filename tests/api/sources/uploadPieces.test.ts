import { randomBytes } from 'node:crypto';
import { readFile, stat } from 'node:fs/promises';
import { setTimeout as delay } from 'node:timers/promises';
import { describe, expect, it, onTestFinished } from 'vitest';
import type { UploadRow } from '../../../api/db/tables.ts';
import { newSecretId } from '../../../api/sources/ids.ts';
import { createOwnStore } from '../../../api/sources/ownStore.ts';
import { partsInStore } from '../../../api/sources/storedParts.ts';
import { sweepContents } from '../../../api/sources/sweepContents.ts';
import { usualUploadLimits } from '../../../api/sources/uploadLimits.ts';
import { createUploads } from '../../../api/sources/uploads.ts';
import { openFolders } from '../../../api/storage/folders.ts';
import { openStorage } from '../../../api/storage/openStorage.ts';
import type { PutOptions, Storage } from '../../../api/storage/storage.ts';
import { ChunkRejectedError, OvertakenError, type PartStore, partsOnDisk } from '../../../api/storage/uploadParts.ts';
import { createBudget } from '../../../api/system/budget.ts';
import { sharedS3 } from '../../support/sharedS3.ts';
import { smallDisk } from '../../support/smallDisk.ts';
import { lendDatabase } from '../support/database.ts';
import { temporaryFolder, videoBytes } from '../support/files.ts';
import { createPostgres, hasPostgres } from '../support/postgres.ts';
import { rawPut } from '../support/rawPut.ts';
import { begin, heldOf, put } from '../support/resumable.ts';
import { newBucket } from '../support/s3.ts';
import { clientOf, openService } from '../support/service.ts';
import { bin, bytesOf, fileIn, keysOf } from '../support/stored.ts';

const s3 = await sharedS3();
const stores = ['disk', 'a disk that processes share', ...(s3 ? ['S3'] : [])];
const budget = createBudget();
const mega = 1_000_000;
const MEBIBYTE = 1024 * 1024;
const source = randomBytes(60 * mega);

/** A random generator with the same numbers in each run. */
function seeded(seed: number): (below: number) => number {
  let state = seed;
  return (below) => {
    state = (state * 1_103_515_245 + 12_345) % 2 ** 31;
    return Math.floor((state / 2 ** 31) * below);
  };
}

/** Bytes in pieces of up to a megabyte, optionally followed by an error. */
async function* sent(bytes: Uint8Array, end?: Error): AsyncGenerator<Uint8Array> {
  for (let at = 0; at < bytes.byteLength; at += mega) yield bytes.subarray(at, at + mega);
  if (end) throw end;
}

async function openParts(store: string) {
  const dataDir = await temporaryFolder();
  const [folders, { database }] = [await openFolders(dataDir), await lendDatabase()];
  const storage = await openStorage(folders, store === 'S3' && s3 ? await newBucket(s3) : undefined);
  const parts: PartStore =
    store === 'disk' ? partsOnDisk(folders, storage) : partsInStore({ database, folders, storage, budget });
  const id = newSecretId();
  const row = {
    id,
    token: newSecretId(),
    owner: 'o',
    party: 'o',
    name: 'n',
    declared_type: 'video/mp4',
    declared_size: null,
  };
  await database.db.insertInto('uploads').values(row).execute();
  return { database, folders, parts, storage, id };
}

describe.each(stores)('bytes of an upload on %s', (store) => {
  it('equal those that were sent, whatever was cut off, rejected or rolled back', async () => {
    const { parts, storage, id } = await openParts(store);
    const random = seeded(7);
    let held = 0;
    for (let step = 0; step < 14; step += 1) {
      // Bytes beyond a position are dropped, even if nothing else is sent.
      const at = random(4) === 0 ? Math.max(0, held - random(7 * mega)) : held;
      const bytes = source.subarray(at, at + random(5) * random(4) * mega + random(1000));
      const end = [undefined, new Error('cut'), new ChunkRejectedError(new Error('refused'))][random(3)];
      const before = await keysOf(storage, 'incoming/');
      const ended = await parts.append(id, at, sent(bytes, end)).catch((error: Error) => error.message);
      // Rejected bytes use no space, however often they arrive.
      if (end instanceof ChunkRejectedError)
        expect((await keysOf(storage, 'incoming/')).length).toBeLessThanOrEqual(before.length);
      held = end instanceof ChunkRejectedError ? at : at + bytes.byteLength;
      expect(ended).toBe(end === undefined ? held : end.message);
      expect(await parts.received(id)).toBe(held);
    }
    const whole = source.subarray(0, held);
    expect(await parts.read(id, async (file) => (await readFile(file)).equals(whole))).toBe(true);
    for (let twice = 0; twice < 2; twice += 1) await parts.finish(id, 'contents/whole.mp4', { type: 'video/mp4' });
    expect((await bytesOf(await storage.open('contents/whole.mp4'))).equals(whole)).toBe(true);
    expect(await parts.received(id)).toBe(held);
    await parts.discard(id);
    expect([await parts.received(id), await keysOf(storage, 'incoming/')]).toEqual([0, []]);
  });

  it('may be empty', async () => {
    const { parts, storage, id } = await openParts(store);
    expect(await parts.append(id, 0, sent(Buffer.alloc(0)))).toBe(0);
    await parts.finish(id, 'contents/empty', { type: 'video/mp4' });
    expect((await storage.find('contents/empty'))?.size).toBe(0);
  });
});

describe.each(s3 ? ['disk', 'S3'] : ['disk'])('contents on %s', (store) => {
  it('without an upload are swept after a while, unless another database uses the store', async () => {
    const { database, folders, parts, storage, id } = await openParts(store);
    const folder = await temporaryFolder();
    const [had, forgotten, nobodys] = ['a'.repeat(64), 'b'.repeat(64), 'c'.repeat(64)];
    const put = [`incoming/${id}/0-x`, `incoming/${'0'.repeat(32)}/direct`];
    for (const key of [...[had, forgotten, nobodys].map((hash) => `contents/${hash}.mp4`), ...put])
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
    const done = { status: 'done' as const, content: had, file: `${had}.mp4` };
    await database.db.updateTable('uploads').set(done).where('id', '=', id).execute();
    await sweepContents(storage, database, parts, { expectOwn });
    expect(await stored()).toEqual(all);
    await mark();
    await storage.put('databases/another', await fileIn(folder, ''), bin);
    await expect(sweepContents(storage, database, parts, { leastAgeMs: 0, expectOwn })).rejects.toThrow(
      'Another database uses this store, too (databases/another)',
    );
    // An orphan that was sent to a signed URL after its upload was deleted. It may belong to another database.
    const ofUploads = store === 'S3' ? put.slice(0, 0) : put.slice(0, 1);
    expect(await stored()).toEqual([...all.slice(0, 3), ...[...ofUploads, ...put.slice(1)].sort()]);
    await storage.remove('databases/another');
    await sweepContents(storage, database, parts, { leastAgeMs: 0, expectOwn });
    expect(await stored()).toEqual([`contents/${had}.mp4`, ...ofUploads]);
    expect(await database.db.selectFrom('contents').select('hash').execute()).toEqual([{ hash: had }]);
  });

  it('stay for a new upload that arrives while the last one is deleted', async () => {
    const { database, folders, parts, storage, id } = await openParts(store);
    let onRemove = async () => {};
    const slow: Storage = Object.assign({}, storage, {
      async remove(key: string) {
        if (key.startsWith('contents/')) await onRemove();
        return storage.remove(key);
      },
    });
    const uploads = createUploads(database, folders, slow, usualUploadLimits, parts);
    const first = await uploads.completeEmpty((await uploads.byId(id)) as UploadRow);
    const second = { ...first, id: newSecretId(), token: newSecretId() };
    onRemove = async () => {
      const { owner, party, name, declared_type } = first;
      await uploads.add([
        { id: second.id, token: second.token, owner, party, name, declared_type, declared_size: null },
      ]);
      await uploads.completeEmpty((await uploads.byId(second.id)) as UploadRow);
    };
    await uploads.remove(first);
    const left = (await uploads.find(second.id)) as UploadRow;
    expect(await keysOf(storage, 'contents/')).toEqual([uploads.keyOf(left)]);
  });

  it('are deleted with an upload that is deleted just as it ends', async () => {
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

describe.runIf(s3)('bytes of an upload in a shared store', () => {
  it('in small chunks are written at most twice, and once more as a whole', async () => {
    const { database, folders, storage, id } = await openParts('S3');
    let stored = 0;
    const counted: Storage = Object.assign({}, storage, {
      async put(key: string, file: string, options: PutOptions) {
        stored += (await stat(file)).size;
        return storage.put(key, file, options);
      },
    });
    const parts = partsInStore({ database, folders, storage: counted, budget });
    const total = 12.5 * MEBIBYTE;
    for (let at = 0; at < total; at += MEBIBYTE)
      await parts.append(id, at, sent(source.subarray(at, Math.min(total, at + MEBIBYTE))));
    expect(stored).toBeLessThanOrEqual(2 * total);
    await parts.finish(id, 'contents/chunks', bin);
    expect((await bytesOf(await storage.open('contents/chunks'))).equals(source.subarray(0, total))).toBe(true);
    await parts.append(id, 0, sent(Buffer.alloc(0)));
    for (let at = 0; at < 40; at += 1) await parts.append(id, at, sent(source.subarray(at, at + 1)));
    expect((await keysOf(storage, 'incoming/')).length).toBeLessThan(9);
  });

  it('have one writer: an older writer stores nothing more, and its earlier bytes stay', async () => {
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
    await expect.poll(() => parts.received(id)).toBeGreaterThan(0);
    const held = await parts.received(id);
    const end = await parts.append(id, held, sent(source.subarray(held, held + 10 * mega)));
    goOn();
    expect(await older).toBeInstanceOf(OvertakenError);
    expect(await parts.received(id)).toBe(end);
    expect(await parts.read(id, async (file) => (await readFile(file)).equals(source.subarray(0, end)))).toBe(true);
  });

  it.each(['continues', 'completes'])(
    'have one writer also if another process %s the upload as it reads them',
    async (what) => {
      const { database, folders, parts: other, storage, id } = await openParts('a disk that processes share');
      await other.append(id, 0, sent(source.subarray(0, mega)));
      let isFirst = true;
      const open: Storage['open'] = async (...args) => {
        if (isFirst) {
          isFirst = false;
          if (what === 'continues') await other.append(id, mega, sent(source.subarray(mega, 2 * mega)));
          else {
            await database.db.updateTable('uploads').set({ status: 'done' }).where('id', '=', id).execute();
            await other.discard(id);
          }
        }
        return storage.open(...args);
      };
      const parts = partsInStore({ database, folders, storage: { ...storage, open }, budget });
      // Enough bytes that the first piece is joined with them.
      const rest = source.subarray(mega, 8 * mega);
      await expect(parts.append(id, mega, sent(rest))).rejects.toThrow(OvertakenError);
    },
  );

  it('are stored under a key only if they are those that were checked', async () => {
    const { parts, storage, id } = await openParts('S3');
    await parts.append(id, 0, sent(source.subarray(0, mega)));
    const stamp = await parts.read(id, async (_file, stamp) => stamp);
    // Another process starts again in between.
    await parts.append(id, 0, sent(source.subarray(mega, 2 * mega)));
    await expect(parts.finish(id, 'contents/a', { type: 'video/mp4', stamp })).rejects.toThrow(OvertakenError);
    expect(await storage.find('contents/a')).toBeUndefined();
    await expect(parts.append(id, 2 * mega, sent(source.subarray(0, mega)))).rejects.toThrow(OvertakenError);
    expect(await parts.received(id)).toBe(mega);
  });

  it('equal those that were sent even if the disk was full in between', async (context) => {
    const work = smallDisk(2500);
    if (work === undefined) return context.skip();
    const { database, storage, id } = await openParts('S3');
    const parts = partsInStore({ database, folders: { work }, storage, budget });
    await expect(parts.append(id, 0, sent(source.subarray(0, 5 * mega)))).rejects.toThrow('ENOSPC');
    const held = await parts.received(id);
    const whole = partsInStore({ database, folders: { work: await temporaryFolder() }, storage, budget });
    expect(held).toBeGreaterThan(0);
    expect(await whole.read(id, async (file) => (await readFile(file)).equals(source.subarray(0, held)))).toBe(true);
  });
});

describe.runIf(hasPostgres()).each(s3 ? ['S3', 'a folder'] : ['a folder'])('processes that share %s', (store) => {
  it('accept the bytes of an upload in turn; the newest writer replaces the older one', async () => {
    const postgres = await createPostgres();
    onTestFinished(() => postgres.stop());
    const settings = store === 'S3' && s3 ? await newBucket(s3) : undefined;
    const folder = await temporaryFolder();
    const open = async () => {
      const dataDir = settings ? await temporaryFolder() : folder;
      const service = await openService({ dataDir, databaseUrl: postgres.url, s3: settings, workers: 0 });
      onTestFinished(() => service.app.close());
      return service;
    };
    const [one, two] = [await open(), await open()];
    const clip = await videoBytes(2);
    const total = clip.byteLength;
    const { uri, read } = await begin(one, total);
    const at = (service: typeof one, address: string) => address.replace(one.origin, service.origin);
    const range = (from: number, to: number) => `bytes ${from}-${to - 1}/${total}`;
    const chunk = (service: typeof one, from: number, to: number) =>
      put(at(service, uri), range(from, to), clip.subarray(from, to));
    expect((await chunk(one, 0, 1000)).status).toBe(308);
    expect(await heldOf(at(two, uri))).toBe(1000);
    expect((await chunk(two, 1000, 3000)).status).toBe(308);
    expect((await chunk(one, 2500, 4000)).range).toBe('bytes=0-3999');
    const headers = { 'content-length': `${total - 4000}`, 'content-range': range(4000, total) };
    const older = await rawPut(uri, headers, async (request) => {
      request.write(Buffer.alloc(500, 'x'));
      await delay(300);
      expect((await chunk(two, 4000, 6000)).status).toBe(308);
      request.end(Buffer.alloc(total - 4500, 'x'));
    });
    expect(older.status).toBe(409);
    expect((await chunk(two, 6000, total)).status).toBe(200);
    const isWhole = async (service: typeof one, address: string) =>
      Buffer.from(await (await fetch(at(service, address))).arrayBuffer()).equals(clip);
    for (const service of [one, two]) expect(await isWhole(service, read)).toBe(true);
    // Both complete it at the same time.
    const both = await begin(one, total);
    expect((await put(both.uri, range(0, 3000), clip.subarray(0, 3000))).status).toBe(308);
    const last = (service: typeof one) => put(at(service, both.uri), range(3000, total), clip.subarray(3000));
    const ends = (await Promise.all([last(one), last(two)])).map(({ status }) => status);
    expect(ends).toContain(200);
    expect(ends.filter((status) => status !== 200 && status !== 409)).toEqual([]);
    for (const service of [one, two]) {
      expect((await put(at(service, both.uri), `bytes */${total}`)).status).toBe(200);
      expect(await isWhole(service, both.read)).toBe(true);
    }
    // Two clients continue one upload session.
    const shared = await begin(one, total);
    const memory = { get: () => ({ upload_uri: shared.uri, read_uri: shared.read }), set: () => undefined };
    const sending = [one, two].map((service) =>
      clientOf(service.origin).uploadFile(new Blob([new Uint8Array(clip)]), 'a.mp4', { type: 'video/mp4', memory }),
    );
    for (const media of await Promise.all(sending)) expect([media.url, media.size]).toEqual([shared.read, total]);
    expect(await isWhole(two, shared.read)).toBe(true);
  });
});
