import type { Database } from '../db/database.ts';
import { CONTENTS, contentKey, DERIVED, INCOMING } from '../storage/keys.ts';
import type { Storage, StoredObject } from '../storage/storage.ts';
import type { PartStore } from '../storage/uploadParts.ts';
import { deleteUnusedContent, withContentLock } from './contents.ts';
import type { OwnStore } from './ownStore.ts';

/** Milliseconds after which objects without an upload are deleted. */
const OLD_MS = 7 * 24 * 3600_000;
/** Keys compared with rows at a time. */
const BATCH = 500;

/**
 * Deletes contents without an upload (their process died while completing one), their derivations, and remains of
 * finished uploads. If no stored content is known, the rows are probably in another database, and nothing is deleted.
 * @param options.leastAgeMs minimum age; default: a week. @param options.expectOwn throws if unknown objects may belong
 * to another database.
 */
export async function sweepContents(
  storage: Pick<Storage, 'list' | 'remove'>,
  { db }: Pick<Database, 'db'>,
  parts: Pick<PartStore, 'discard'>,
  { leastAgeMs = OLD_MS, expectOwn }: { leastAgeMs?: number; expectOwn?: OwnStore['expectOwn'] } = {},
): Promise<void> {
  const isOld = ({ modifiedAt }: StoredObject) => Date.now() - modifiedAt >= leastAgeMs;
  let isKnown = false;
  const [nobodys, lost]: [string[], string[]] = [[], []];
  for (const prefix of [CONTENTS, DERIVED]) {
    for await (const batch of batches(storage.list(prefix))) {
      const known = await knownOf(db, batch);
      if (known.size > 0) isKnown = true;
      nobodys.push(...batch.filter((object) => !known.has(object.key) && isOld(object)).map(({ key }) => key));
    }
  }
  for await (const batch of batches(storage.list(INCOMING))) {
    const ids = [...new Set(batch.filter(isOld).map(({ key }) => uploadOf(key)))];
    if (ids.length === 0) continue;
    const rows = await db.selectFrom('uploads').select(['id', 'status']).where('id', 'in', ids).execute();
    for (const { id, status } of rows) if (status !== 'open') await parts.discard(id);
    const known = new Set(rows.map(({ id }) => id));
    lost.push(...batch.filter((object) => !known.has(uploadOf(object.key)) && isOld(object)).map(({ key }) => key));
  }
  if (!isKnown || nobodys.length + lost.length === 0) return;
  await expectOwn?.();
  // A presigned URL stays valid after its upload is deleted.
  for (const key of lost) await storage.remove(key);
  for (const key of nobodys) {
    const gone = await withContentLock(db, hashOf(key), async (transaction) => {
      const forgotten = await deleteUnusedContent(transaction, hashOf(key));
      // An upload may use it again by now.
      const isHad = (await knownOf(transaction, [{ key }])).size > 0;
      return isHad ? forgotten : [key, ...forgotten];
    });
    for (const one of new Set(gone)) await storage.remove(one);
  }
}

/** Returns the keys that are files or derivations of a content with an upload. */
async function knownOf(db: Database['db'], objects: readonly { key: string }[]): Promise<Set<string>> {
  const hashes = [...new Set(objects.map(({ key }) => hashOf(key)))];
  const had = db.selectFrom('uploads').select(['content', 'file']).distinct().where('content', 'in', hashes);
  const rows = await had.execute();
  const contents = new Set(rows.map(({ content }) => content));
  const files = new Set(rows.map(({ file }) => contentKey(file ?? '')));
  const isKnown = (key: string) => (key.startsWith(CONTENTS) ? files.has(key) : contents.has(hashOf(key)));
  return new Set(objects.map(({ key }) => key).filter(isKnown));
}

/** Returns the upload id of an unfinished upload's key. */
function uploadOf(key: string): string {
  return key.split('/')[1] ?? '';
}

/** Returns the content hash of a key. */
function hashOf(key: string): string {
  return key.split(/[/.-]/)[1] ?? '';
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
