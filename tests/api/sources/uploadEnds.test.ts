import { describe, expect, it } from 'vitest';
import type { UploadRow } from '../../../api/db/tables.ts';
import { newSecretId } from '../../../api/sources/ids.ts';
import { partsInStore } from '../../../api/sources/storedParts.ts';
import { usualUploadLimits } from '../../../api/sources/uploadLimits.ts';
import { createUploads } from '../../../api/sources/uploads.ts';
import { openFolders } from '../../../api/storage/folders.ts';
import { openStorage } from '../../../api/storage/openStorage.ts';
import type { Storage } from '../../../api/storage/storage.ts';
import { OvertakenError, partsOnDisk } from '../../../api/storage/uploadParts.ts';
import { createBudget } from '../../../api/system/budget.ts';
import { sharedS3 } from '../../support/sharedS3.ts';
import { lendDatabase } from '../support/database.ts';
import { temporaryFolder, videoBytes } from '../support/files.ts';
import { newBucket } from '../support/s3.ts';
import { keysOf } from '../support/stored.ts';

const s3 = await sharedS3();
const clip = await videoBytes(1);

/**
 * The upload stores of two processes on one database and store, and an unfinished upload. @param way overrides the
 * second one's store.
 */
async function openTwo(way: (storage: Storage) => Partial<Storage> = () => ({})) {
  const dataDir = await temporaryFolder();
  const [folders, { database }] = [await openFolders(dataDir), await lendDatabase()];
  const settings = s3 && (await newBucket(s3, { publicEndpoint: s3.endpoint }));
  const storage = await openStorage(folders, settings);
  const uploadsBy = (by: Storage) => {
    const parts = partsInStore({ database, folders, storage: by, budget: createBudget() });
    return createUploads(database, folders, by, usualUploadLimits, parts);
  };
  const [one, two] = [uploadsBy(storage), uploadsBy({ ...storage, ...way(storage) })];
  const [id, token] = [newSecretId(), newSecretId()];
  const declared = { declared_type: 'video/mp4', declared_size: clip.byteLength };
  await one.add([{ id, token, owner: 'o', party: 'o', name: 'n', ...declared }]);
  return { one, two, database, folders, storage, upload: (await one.byId(id)) as UploadRow };
}

/** A promise and the function that resolves it. */
function gate() {
  let open: () => void = () => undefined;
  const opened = new Promise<void>((resolve) => {
    open = resolve;
  });
  return { opened, open };
}

describe('an upload completed by two processes', () => {
  it('is not reported as unreadable if the first process removed its bytes before the other read them', async () => {
    const { one, two, upload } = await openTwo();
    await one.parts.append(upload.id, 0, [clip] as never);
    expect((await one.complete(upload)).status).toBe('done');
    await expect(two.complete(upload)).rejects.toThrow(OvertakenError);
  });

  it('is not reported as unreadable if its bytes disappear while the other process reads them', async () => {
    const [reads, ended] = [gate(), gate()];
    const { one, two, upload } = await openTwo((storage) => ({
      async open(key, range) {
        reads.open();
        await ended.opened;
        return storage.open(key, range);
      },
    }));
    await one.parts.append(upload.id, 0, [clip] as never);
    const other = two.complete(upload).catch((error: unknown) => error);
    await reads.opened;
    await one.complete(upload);
    ended.open();
    expect(await other).toBeInstanceOf(OvertakenError);
  });

  it.each(['reads', 'stores'])(
    'is completed once in a shared folder, even just before the other process %s it',
    async (when) => {
      const { database, folders, storage, upload } = await openTwo();
      const parts = partsOnDisk(folders, storage);
      const uploadsBy = (by: typeof parts) => createUploads(database, folders, storage, usualUploadLimits, by);
      const one = uploadsBy(parts);
      const two = uploadsBy({
        ...parts,
        async finish(...what) {
          await one.complete(upload);
          await parts.finish(...what);
        },
      });
      await parts.append(upload.id, 0, [clip] as never);
      if (when === 'reads') await one.complete(upload);
      const end = two.complete(upload);
      // A process that is too late to read is rejected; one that has read the file gets the same result.
      if (when === 'reads') await expect(end).rejects.toThrow(OvertakenError);
      else expect((await end).status).toBe('done');
      expect((await one.byId(upload.id))?.status).toBe('done');
      expect(await keysOf(storage, 'contents/')).toHaveLength(1);
    },
  );

  it.runIf(s3)('is available to both if its bytes went directly to the store and one moved them first', async () => {
    const [looks, gone] = [gate(), gate()];
    const { one, two, storage, upload } = await openTwo((storage) => ({
      async find(key) {
        looks.open();
        await gone.opened;
        return storage.find(key);
      },
    }));
    const address = (await one.parts.direct?.sign(upload.id, { type: 'video/mp4', size: clip.byteLength })) ?? '';
    const headers = { 'content-type': 'video/mp4' };
    expect((await fetch(address, { method: 'PUT', headers, body: new Uint8Array(clip) })).status).toBe(200);
    const other = two.find(upload.id);
    await looks.opened;
    await one.parts.direct?.adopt(upload.id, clip.byteLength);
    gone.open();
    const ends = await Promise.all([one.find(upload.id), other]);
    expect(ends.map((end) => end?.status)).toEqual(['done', 'done']);
    expect(await keysOf(storage, 'contents/')).toEqual([one.keyOf(ends[0] as UploadRow)]);
  });

  it.runIf(s3)(
    'is available to both if its bytes went directly to the store and both look at the same time',
    async () => {
      const { one, two, storage, upload } = await openTwo();
      const address = (await one.parts.direct?.sign(upload.id, { type: 'video/mp4', size: clip.byteLength })) ?? '';
      const headers = { 'content-type': 'video/mp4' };
      expect((await fetch(address, { method: 'PUT', headers, body: new Uint8Array(clip) })).status).toBe(200);
      const ends = await Promise.all([one.find(upload.id), two.find(upload.id)]);
      expect(ends.map((end) => end?.status)).toEqual(['done', 'done']);
      expect(await keysOf(storage, 'contents/')).toEqual([one.keyOf(ends[0] as UploadRow)]);
    },
  );
});
