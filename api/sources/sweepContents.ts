import type { Database } from '../db/database.ts';
import { CONTENTS, contentKey, DERIVED, INCOMING } from '../storage/keys.ts';
import type { Storage, StoredObject } from '../storage/storage.ts';
import type { PartStore } from '../storage/uploadParts.ts';
import { forgetUnlessHad, locked } from './contents.ts';
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
  // A signed address to the store is good for longer than an upload that is deleted.
  for (const key of lost) await storage.remove(key);
  for (const key of nobodys) {
    const gone = await locked(db, hashOf(key), async (transaction) => {
      const forgotten = await forgetUnlessHad(transaction, hashOf(key));
      // An upload may have come back to it since.
      const isHad = (await knownOf(transaction, [{ key }])).size > 0;
      return isHad ? forgotten : [key, ...forgotten];
    });
    for (const one of new Set(gone)) await storage.remove(one);
  }
}

/** Those of some keys that are the file of a content which an upload has, or were made of one. */
async function knownOf(db: Database['db'], objects: readonly { key: string }[]): Promise<Set<string>> {
  const hashes = [...new Set(objects.map(({ key }) => hashOf(key)))];
  const had = db.selectFrom('uploads').select(['content', 'file']).distinct().where('content', 'in', hashes);
  const rows = await had.execute();
  const contents = new Set(rows.map(({ content }) => content));
  const files = new Set(rows.map(({ file }) => contentKey(file ?? '')));
  const isKnown = (key: string) => (key.startsWith(CONTENTS) ? files.has(key) : contents.has(hashOf(key)));
  return new Set(objects.map(({ key }) => key).filter(isKnown));
}

/** The upload that a key of what is under way names. */
function uploadOf(key: string): string {
  return key.split('/')[1] ?? '';
}

/** The hash of the content that a key names, or whose folder it is in. */
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
