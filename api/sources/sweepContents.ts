import type { Database } from '../db/database.ts';
import { CONTENTS, DERIVED, INCOMING } from '../storage/keys.ts';
import type { PartStore } from '../storage/parts.ts';
import type { Storage, StoredObject } from '../storage/storage.ts';
import { locked, removeUnlessHad } from './contents.ts';
import type { OwnStore } from './ownStore.ts';

/** What belongs to no upload goes after this long, milliseconds. */
const OLD_MS = 7 * 24 * 3600_000;
/** So many keys are compared with rows at a time. */
const BATCH = 500;

/**
 * Removes contents that no upload has, as a process leaves them that dies while an upload ends, with what was made of
 * them, and what is left of uploads that are over. Where no content of the store is known, its rows are in a database that
 * this process was not given, and all stays.
 * @param options.leastAgeMs what is younger stays; default a week. @param options.expectOwn throws where what we do not know
 * may be another database's.
 */
export async function sweepContents(
  storage: Pick<Storage, 'list' | 'remove'>,
  { db }: Pick<Database, 'db'>,
  parts: Pick<PartStore, 'discard'>,
  { leastAgeMs = OLD_MS, expectOwn }: { leastAgeMs?: number; expectOwn?: OwnStore['expectOwn'] } = {},
): Promise<void> {
  const isOld = ({ modifiedAt }: StoredObject) => Date.now() - modifiedAt >= leastAgeMs;
  let isKnown = false;
  const nobodys: string[] = [];
  for (const prefix of [CONTENTS, DERIVED]) {
    for await (const batch of batches(storage.list(prefix))) {
      const hashes = [...new Set(batch.map(({ key }) => hashOf(key)))];
      const rows = await db.selectFrom('uploads').select('content').distinct().where('content', 'in', hashes).execute();
      const known = new Set(rows.map(({ content }) => content));
      if (known.size > 0) isKnown = true;
      nobodys.push(...batch.filter((object) => !known.has(hashOf(object.key)) && isOld(object)).map(({ key }) => key));
    }
  }
  for await (const batch of batches(storage.list(INCOMING))) {
    const ids = [...new Set(batch.filter(isOld).map(({ key }) => key.split('/')[1] ?? ''))];
    if (ids.length === 0) continue;
    const rows = await db.selectFrom('uploads').select(['id', 'status']).where('id', 'in', ids).execute();
    for (const { id, status } of rows) if (status !== 'open') await parts.discard(id);
  }
  if (!isKnown || nobodys.length === 0) return;
  await expectOwn?.();
  for (const key of nobodys) {
    const content = { hash: hashOf(key), key };
    await locked(db, content.hash, (transaction) => removeUnlessHad(transaction, storage, content));
  }
}

/** The hash of the content that a key names, or whose folder it is in. */
function hashOf(key: string): string {
  return key.split(/[/.]/)[1] ?? '';
}

async function* batches(objects: AsyncIterable<StoredObject>): AsyncGenerator<StoredObject[]> {
  let batch: StoredObject[] = [];
  for await (const object of objects) {
    batch.push(object);
    if (batch.length < BATCH) continue;
    yield batch;
    batch = [];
  }
  if (batch.length > 0) yield batch;
}
