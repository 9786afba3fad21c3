import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import { type Selectable, sql } from 'kysely';
import type { Database } from '../db/database.ts';
import type { ContentTable, NewUpload, UploadRow } from '../db/tables.ts';
import { contentKey, uploadKey } from '../storage/keys.ts';
import type { PartStore } from '../storage/parts.ts';
import type { Storage } from '../storage/storage.ts';
import { isDiskFull } from '../system/diskFull.ts';
import { patiently } from '../system/patiently.ts';
import { lookAt, UploadRefused } from './lookAt.ts';

type Tables = Database['db'];
type Content = Omit<Selectable<ContentTable>, 'created_at'>;

const emptyHash = createHash('sha256').digest('hex');
const empty: Content = { hash: emptyHash, file: emptyHash, mime: 'application/octet-stream', size: 0, facts: null };

/** Files that were uploaded, each once however often it came: uploads point at it, and the last of them takes it away. */
export function createContents(db: Tables, storage: Pick<Storage, 'find' | 'remove'>, parts: PartStore) {
  /** Stored first and noted then: whoever takes the last upload of a content away meanwhile is found out. */
  const settle = async (upload: UploadRow, content: Content): Promise<UploadRow> => {
    const key = contentKey(content.file);
    await parts.finish(upload.id, key, content.mime);
    const done = await locked(db, content.hash, async (transaction) => {
      if (!(await storage.find(key))) throw new Error(`The content ${content.hash} went while it was noted.`);
      return note(transaction, upload, content);
    });
    // What cannot be tidied away now is swept later.
    await parts.discard(upload.id).catch(() => undefined);
    return done;
  };
  return {
    /** Looks at what came of an upload, and makes it its content. What may pass is tried again. @throws UploadRefused */
    async take(upload: UploadRow): Promise<UploadRow> {
      const content = await patiently(() => parts.read(upload.id, (file) => examine(db, file)), lasts);
      return patiently(() => settle(upload, content), lasts);
    },

    /** Makes a file without a byte an upload's content. */
    takeEmpty: (upload: UploadRow): Promise<UploadRow> => settle(upload, empty),

    /** Adds an upload that has the content of another one. @throws Error where that is gone. */
    share: ({ content, file, mime, size, facts }: UploadRow, added: NewUpload): Promise<UploadRow> =>
      locked(db, content ?? '', (transaction) =>
        transaction
          .insertInto('uploads')
          .values({
            ...added,
            status: 'done',
            ...{ content, file, mime, size },
            ...asWritten(facts),
            finished_at: sql`now()`,
          })
          .returningAll()
          .executeTakeFirstOrThrow(),
      ),

    /** Takes an upload's row away; its content goes unless others have it too. */
    async letGo({ id, content, file }: UploadRow): Promise<void> {
      if (content === null) {
        if (file !== null) await storage.remove(uploadKey(id, file));
        await db.deleteFrom('uploads').where('id', '=', id).execute();
        return;
      }
      await locked(db, content, async (transaction) => {
        await transaction.deleteFrom('uploads').where('id', '=', id).execute();
        const others = transaction.selectFrom('uploads').select('id').where('content', '=', content);
        if (await others.limit(1).executeTakeFirst()) return;
        const made = transaction.deleteFrom('derivations').where('content', '=', content).returning('id');
        for (const { id: key } of await made.execute()) await storage.remove(key);
        await transaction.deleteFrom('contents').where('hash', '=', content).execute();
        await storage.remove(contentKey(file ?? ''));
      });
    },
  };
}

async function note(transaction: Tables, upload: UploadRow, { hash, file, mime, size, facts }: Content) {
  await transaction
    .insertInto('contents')
    .values({ hash, file, mime, size, ...asWritten(facts) })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  return transaction
    .updateTable('uploads')
    .set({ status: 'done', content: hash, file, mime, size, ...asWritten(facts), finished_at: sql`now()` })
    .where('id', '=', upload.id)
    .returningAll()
    .executeTakeFirstOrThrow();
}

/** A transaction in which nobody else notes or takes away this content. */
export function locked<T>(db: Tables, hash: string, work: (transaction: Tables) => Promise<T>): Promise<T> {
  return db.transaction().execute(async (transaction) => {
    await sql`select pg_advisory_xact_lock(hashtextextended(${hash}, 0))`.execute(transaction);
    return work(transaction);
  });
}

/** What a file is; one that came before is not looked at again. @throws UploadRefused */
async function examine(db: Tables, file: string): Promise<Content> {
  const sum = createHash('sha256');
  for await (const piece of createReadStream(file, { highWaterMark: 1 << 20 })) sum.update(piece as Buffer);
  const hash = sum.digest('hex');
  const known = await db.selectFrom('contents').selectAll().where('hash', '=', hash).executeTakeFirst();
  if (known && hash !== emptyHash) return known;
  const { mime, extension, facts } = await lookAt(file);
  return { hash, file: `${hash}.${extension}`, mime, size: (await stat(file)).size, facts };
}

function asWritten(facts: Content['facts']) {
  return { facts: facts && JSON.stringify(facts) };
}

/** A refusal and a full disk would only come again. */
function lasts(error: unknown): boolean {
  return error instanceof UploadRefused || isDiskFull(error);
}
