import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import { type Selectable, sql } from 'kysely';
import type { Database } from '../db/database.ts';
import type { ContentTable, NewUpload, UploadRow } from '../db/tables.ts';
import { contentKey, uploadKey } from '../storage/keys.ts';
import { OvertakenError, type PartStore } from '../storage/parts.ts';
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
  const settle = async (upload: UploadRow, content: Content, stamp: string): Promise<UploadRow> => {
    const key = contentKey(content.file);
    await parts.finish(upload.id, key, { type: content.mime, stamp });
    const done = await locked(db, content.hash, async (transaction) => {
      if (!(await storage.find(key))) throw new Error(`The content ${content.hash} went while it was noted.`);
      return note(transaction, upload, content);
    });
    // What cannot be tidied away now is swept later.
    await parts.discard(upload.id).catch(() => undefined);
    return done;
  };
  return {
    /**
     * Looks at what came of an upload, and makes it its content. What may pass is tried again.
     * @throws UploadRefused; OvertakenError where another process has given it other bytes meanwhile, or another content.
     */
    async take(upload: UploadRow): Promise<UploadRow> {
      const { content, stamp } = await patiently(
        () => parts.read(upload.id, async (file, stamp) => ({ content: await examine(db, file), stamp })),
        lasts,
      );
      return patiently(() => settle(upload, content, stamp), lasts);
    },

    /** Makes a file without a byte an upload's content. @throws OvertakenError */
    takeEmpty: (upload: UploadRow): Promise<UploadRow> => settle(upload, empty, ''),

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

    /** Takes an upload's row away, with what it has by now; its content goes unless others have it too. */
    async letGo(id: string): Promise<void> {
      const upload = await db.selectFrom('uploads').selectAll().where('id', '=', id).executeTakeFirst();
      if (!upload) return;
      const { content, file } = upload;
      if (content === null) {
        if (file !== null) await storage.remove(uploadKey(id, file));
        const ofNone = db.deleteFrom('uploads').where('id', '=', id).where('content', 'is', null);
        const gone = await ofNone.returning('id').executeTakeFirst();
        // Another process may have brought it to its end just now.
        return gone ? undefined : this.letGo(id);
      }
      await locked(db, content, async (transaction) => {
        await transaction.deleteFrom('uploads').where('id', '=', id).execute();
        await removeUnlessHad(transaction, storage, { hash: content, key: contentKey(file ?? '') });
      });
    },
  };
}

/**
 * Removes a content, with what was made of it, unless an upload has it. To be called while nobody else notes it, see locked.
 * @param content.key what lies in the store: the content, or what was made of it.
 */
export async function removeUnlessHad(
  transaction: Tables,
  storage: Pick<Storage, 'remove'>,
  { hash, key }: { hash: string; key: string },
): Promise<void> {
  const some = transaction.selectFrom('uploads').select('id').where('content', '=', hash).limit(1);
  if (await some.executeTakeFirst()) return;
  const made = transaction.deleteFrom('derivations').where('content', '=', hash).returning('id');
  for (const { id } of await made.execute()) await storage.remove(id);
  await transaction.deleteFrom('contents').where('hash', '=', hash).execute();
  await storage.remove(key);
}

/** @throws OvertakenError where the upload is gone, or has another content. */
async function note(transaction: Tables, upload: UploadRow, { hash, file, mime, size, facts }: Content) {
  await transaction
    .insertInto('contents')
    .values({ hash, file, mime, size, ...asWritten(facts) })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  const noted = await transaction
    .updateTable('uploads')
    .set({ status: 'done', content: hash, file, mime, size, ...asWritten(facts), finished_at: sql`now()` })
    .where('id', '=', upload.id)
    // What the database said of the first try may have been lost on its way.
    .where((is) => is.or([is('status', '=', 'open'), is('content', '=', hash)]))
    .returningAll()
    .executeTakeFirst();
  if (!noted) throw new OvertakenError();
  return noted;
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

/** A refusal, a newer writer and a full disk would only come again. */
function lasts(error: unknown): boolean {
  return error instanceof UploadRefused || error instanceof OvertakenError || isDiskFull(error);
}
