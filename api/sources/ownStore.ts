import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { Database } from '../db/database.ts';
import type { Folders } from '../storage/folders.ts';
import { DATABASES } from '../storage/keys.ts';
import type { Storage } from '../storage/storage.ts';
import { newSecretId } from './ids.ts';

/** Whether objects in a storage may be judged by a database. */
export interface OwnStore {
  /** Marks the storage as used by the database. */
  mark(): Promise<void>;
  /** @throws Error if another database uses the storage too: unknown objects may belong to it. */
  expectOwn(): Promise<void>;
}

/** Detects whether a database has its storage to itself. */
export function createOwnStore(
  storage: Pick<Storage, 'list' | 'put'>,
  { db }: Pick<Database, 'db'>,
  folders: Pick<Folders, 'work'>,
): OwnStore {
  const keyOfOurs = async () => {
    await db
      .insertInto('identity')
      .values({ id: newSecretId() })
      .onConflict((conflict) => conflict.doNothing())
      .execute();
    return DATABASES + (await db.selectFrom('identity').select('id').executeTakeFirstOrThrow()).id;
  };
  const keysThere = async () => {
    const keys: string[] = [];
    for await (const { key } of storage.list(DATABASES)) keys.push(key);
    return keys;
  };
  const mark = async () => {
    const ours = await keyOfOurs();
    if (!(await keysThere()).includes(ours)) await putEmpty(storage, ours, folders.work);
  };
  return {
    mark,
    async expectOwn() {
      await mark();
      const ours = await keyOfOurs();
      const other = (await keysThere()).find((key) => key !== ours);
      if (other === undefined) return;
      throw new Error(
        `Another database uses this store too (${other}), so nothing is removed that this one does not know. Give each service a store or an S3_PREFIX of its own, or remove ${other} if that database is gone.`,
      );
    },
  };
}

async function putEmpty(storage: Pick<Storage, 'put'>, key: string, work: string): Promise<void> {
  const folder = await mkdtemp(path.join(work, 'mark-'));
  try {
    const file = path.join(folder, 'empty');
    await writeFile(file, '');
    await storage.put(key, file, { type: 'text/plain', isPassing: true });
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
