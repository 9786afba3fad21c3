import { randomBytes } from 'node:crypto';
import { copyFile, open, readdir, rm, rmdir, stat } from 'node:fs/promises';
import path from 'node:path';
import { ifMissing, isMissing } from '../system/ifMissing.ts';
import { makeDurableFolder, publish } from '../system/publish.ts';
import { checkedKey } from './keys.ts';
import { NotStoredError, type Storage, type StoredObject } from './storage.ts';

/**
 * Creates a storage on this machine's disk: keys are paths inside a folder. @param root absolute path of the folder.
 */
export function createDiskStorage(root: string): Storage {
  const placeOf = (key: string) => path.join(root, checkedKey(key));
  const find = async (key: string): Promise<StoredObject | undefined> => {
    const info = await stat(placeOf(key)).catch(ifMissing(undefined));
    return info?.isFile() ? { key, size: info.size, modifiedAt: info.mtimeMs } : undefined;
  };
  return {
    find,
    async put(key, file, { signal }) {
      signal?.throwIfAborted();
      const place = placeOf(key);
      // A concurrent removal of its last file may delete the folder in between.
      await moveTo(place, file).catch((error: unknown) => {
        if (!isMissing(error)) throw error;
        return moveTo(place, file);
      });
    },
    async open(key, range) {
      const handle = await open(placeOf(key), 'r').catch(ifMissing(undefined));
      if (!handle) throw new NotStoredError(key);
      return handle.createReadStream(range ?? {});
    },
    async remove(key) {
      const place = placeOf(key);
      await rm(place, { force: true });
      // Delete empty folders, except top-level ones.
      if (path.dirname(path.dirname(place)) !== root) await rmdir(path.dirname(place)).catch(() => undefined);
    },
    list: (prefix) => filesBelow(root, checkedKey(prefix.slice(0, -1))),
    async fetchLocal(key) {
      if (!(await find(key))) throw new NotStoredError(key);
      return { path: placeOf(key), release: () => undefined };
    },
    pathOf: placeOf,
    signedGet: async () => undefined,
    signedPut: async () => undefined,
  };
}

async function moveTo(place: string, file: string): Promise<void> {
  await makeDurableFolder(path.dirname(place));
  try {
    await publish(file, place);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EXDEV') throw error;
    await copyTo(place, file);
  }
}

/** For a file on another disk. */
async function copyTo(place: string, file: string): Promise<void> {
  const draft = path.join(path.dirname(place), `.${randomBytes(8).toString('hex')}.part`);
  try {
    await copyFile(file, draft);
    await publish(draft, place);
    await rm(file, { force: true });
  } finally {
    await rm(draft, { force: true });
  }
}

async function* filesBelow(root: string, folder: string): AsyncGenerator<StoredObject> {
  const entries = await readdir(path.join(root, folder), { withFileTypes: true }).catch(ifMissing(undefined));
  for (const entry of entries ?? []) {
    const key = `${folder}/${entry.name}`;
    if (entry.isDirectory()) yield* filesBelow(root, key);
    if (!entry.isFile() || entry.name.startsWith('.')) continue;
    const info = await stat(path.join(root, key)).catch(ifMissing(undefined));
    if (info) yield { key, size: info.size, modifiedAt: info.mtimeMs };
  }
}
