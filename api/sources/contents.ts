import { createHash, randomBytes } from 'node:crypto';
import path from 'node:path';
import { type Selectable, sql } from 'kysely';
import type { Database } from '../db/database.ts';
import type { ContentTable, NewUpload, UploadRow } from '../db/tables.ts';
import { contentKey, uploadKey } from '../storage/keys.ts';
import type { Storage } from '../storage/storage.ts';
import { OvertakenError, type PartStore } from '../storage/uploadParts.ts';
import { isDiskFull } from '../system/diskFull.ts';
import { readHashed } from '../system/readHashed.ts';
import { withRetries } from '../system/withRetries.ts';
import { inspectFile, isRejectedFile } from './inspectFile.ts';

type Tables = Database['db'];
type Content = Omit<Selectable<ContentTable>, 'created_at'>;

const emptyHash = createHash('sha256').digest('hex');
const empty = { hash: emptyHash, mime: 'application/octet-stream', size: 0, facts: null };

/**
 * Creates the store of contents: uploaded files, each stored once. Uploads refer to them; deleting the last one deletes
 * the content.
 */
export function createContents(db: Tables, storage: Pick<Storage, 'find' | 'remove'>, parts: PartStore) {
  const removeAll = async (keys: readonly string[]) => {
    // What cannot be deleted now is swept later.
    for (const key of keys) await storage.remove(key).catch(() => undefined);
  };
  /**
   * Stores first, then records. Each stored content has a new name: if its last upload is deleted meanwhile, that
   * deletion does not remove this file. So no database lock is open while waiting for storage.
   */
  const settle = async (upload: UploadRow, found: Content, stamp: string): Promise<UploadRow> => {
    const known = await contentOf(db, found.hash);
    const isThere = known !== undefined && (await storage.find(contentKey(known.file))) !== undefined;
    const content = isThere ? { ...found, file: known.file } : found;
    if (!isThere) await parts.finish(upload.id, contentKey(content.file), { type: content.mime, stamp });
    const seen = { isThere, replaced: isThere ? undefined : known?.file };
    const noting = withContentLock(db, content.hash, (transaction) => note(transaction, upload, content, seen));
    const done = await noting.catch(async (error: unknown) => {
      // After other errors it is unknown whether it was recorded.
      if (error instanceof OvertakenError && !isThere) await removeAll([contentKey(content.file)]);
      throw error;
    });
    // Another process has stored the same content meanwhile.
    if (done.file !== content.file) await removeAll([contentKey(content.file)]);
    await parts.discard(upload.id).catch(() => undefined);
    return done;
  };
  return {
    /**
     * Inspects the bytes of an upload and makes them its content. Retries transient failures.
     * @throws ServiceError; OvertakenError if another process has changed its bytes or content meanwhile.
     */
    async accept(upload: UploadRow): Promise<UploadRow> {
      const findContent = () =>
        parts.read(upload.id, async (file, stamp) => ({ content: await examine(db, file, upload.party), stamp }));
      const { content, stamp } = await withRetries(() => unlessEnded(db, upload.id, findContent), lasts);
      return withRetries(() => settle(upload, content, stamp), lasts);
    },

    /** Completes an upload as an empty file. @throws OvertakenError */
    acceptEmpty(upload: UploadRow): Promise<UploadRow> {
      const content = { ...empty, file: fileName(emptyHash) };
      return withRetries(() => settle(upload, content, ''), lasts);
    },

    /** Adds an upload with the content of another one. @throws Error if that is gone. */
    share: ({ content, mime, size, facts }: UploadRow, added: NewUpload): Promise<UploadRow> =>
      withContentLock(db, content ?? '', async (transaction) => {
        const { file } = (await contentOf(transaction, content ?? '')) ?? {};
        if (file === undefined) throw new Error(`The content ${content} no longer exists.`);
        const values = { ...added, status: 'done' as const, content, file, mime, size, ...asWritten(facts) };
        const adding = transaction.insertInto('uploads').values({ ...values, finished_at: sql`now()` });
        return adding.returningAll().executeTakeFirstOrThrow();
      }),

    /** Deletes an upload's current row, and its content unless other uploads use it. */
    async letGo(id: string): Promise<void> {
      const upload = await db.selectFrom('uploads').selectAll().where('id', '=', id).executeTakeFirst();
      if (!upload) return;
      const { content, file } = upload;
      if (content === null) {
        if (file !== null) await storage.remove(uploadKey(id, file));
        const ofNone = db.deleteFrom('uploads').where('id', '=', id).where('content', 'is', null);
        const gone = await ofNone.returning('id').executeTakeFirst();
        // Another process may have completed it in between.
        return gone ? undefined : this.letGo(id);
      }
      const nobodys = await withContentLock(db, content, async (transaction) => {
        await transaction.deleteFrom('uploads').where('id', '=', id).execute();
        return deleteUnusedContent(transaction, content);
      });
      await removeAll(nobodys);
    },
  };
}

/**
 * Deletes the rows of a content and its derivations, unless an upload uses it. Call inside `locked`.
 * @returns storage keys to delete afterwards.
 */
export async function deleteUnusedContent(transaction: Tables, hash: string): Promise<string[]> {
  const some = transaction.selectFrom('uploads').select('id').where('content', '=', hash).limit(1);
  if (await some.executeTakeFirst()) return [];
  const made = await transaction.deleteFrom('derivations').where('content', '=', hash).returning('id').execute();
  const gone = await transaction.deleteFrom('contents').where('hash', '=', hash).returning('file').execute();
  return [...made.map(({ id }) => id), ...gone.map(({ file }) => contentKey(file))];
}

/**
 * Completing an upload deletes its bytes, so files that then go missing for another process are no error. @throws
 * OvertakenError
 */
async function unlessEnded<T>(db: Tables, id: string, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    const isMissing = isRejectedFile(error) || (error as NodeJS.ErrnoException).code === 'ENOENT';
    throw isMissing && !(await isOpen(db, id)) ? new OvertakenError() : error;
  }
}

/** Whether an upload exists and is unfinished. */
async function isOpen(db: Tables, id: string): Promise<boolean> {
  const upload = await db.selectFrom('uploads').select('status').where('id', '=', id).executeTakeFirst();
  return upload?.status === 'open';
}

function contentOf(db: Tables, hash: string): Promise<Content | undefined> {
  return db.selectFrom('contents').selectAll().where('hash', '=', hash).executeTakeFirst();
}

/** Returns a new unique name for a content. @param extension with its dot. */
function fileName(hash: string, extension = ''): string {
  return `${hash}-${randomBytes(4).toString('hex')}${extension}`;
}

/** Determines the file of a content, under the lock. @throws Error if it was deleted meanwhile: try again. */
async function fileToNote(
  transaction: Tables,
  { hash, file, mime, size, facts }: Content,
  { isThere, replaced }: { isThere: boolean; replaced: string | undefined },
): Promise<string> {
  const now = await contentOf(transaction, hash);
  if (isThere && now?.file !== file) throw new Error(`The content ${hash} disappeared while it was being recorded.`);
  if (now && now.file !== replaced) return now.file;
  if (!now) {
    const values = { hash, file, mime, size, ...asWritten(facts) };
    await transaction.insertInto('contents').values(values).execute();
  } else {
    // Storage has lost the recorded file.
    await transaction.updateTable('contents').set({ file }).where('hash', '=', hash).execute();
    await transaction.updateTable('uploads').set({ file }).where('content', '=', hash).execute();
  }
  return file;
}

/**
 * Records an upload's content.
 * @param options.isThere whether the file was recorded before. @param options.replaced recorded file that was lost.
 * @throws OvertakenError if the upload is gone or has another content.
 */
async function note(
  transaction: Tables,
  upload: UploadRow,
  content: Content,
  options: { isThere: boolean; replaced: string | undefined },
): Promise<UploadRow> {
  const { hash, mime, size, facts } = content;
  const file = await fileToNote(transaction, content, options);
  const noted = await transaction
    .updateTable('uploads')
    .set({ status: 'done', content: hash, file, mime, size, ...asWritten(facts), finished_at: sql`now()` })
    .where('id', '=', upload.id)
    // The answer to an earlier try may have been lost.
    .where((is) => is.or([is('status', '=', 'open'), is('content', '=', hash)]))
    .returningAll()
    .executeTakeFirst();
  if (!noted) throw new OvertakenError();
  return noted;
}

/** Runs a transaction that exclusively locks a content. */
export function withContentLock<T>(db: Tables, hash: string, work: (transaction: Tables) => Promise<T>): Promise<T> {
  return db.transaction().execute(async (transaction) => {
    await sql`select pg_advisory_xact_lock(hashtextextended(${hash}, 0))`.execute(transaction);
    return work(transaction);
  });
}

/** Inspects a file; known contents are not inspected again. @throws ServiceError */
async function examine(db: Tables, file: string, party: string): Promise<Content> {
  const { sha256: hash, size } = await readHashed(file);
  const known = await contentOf(db, hash);
  if (known && hash !== emptyHash) return { ...known, file: fileName(hash, path.extname(known.file)) };
  const { mime, extension, facts } = await inspectFile(file, party);
  return { hash, file: fileName(hash, `.${extension}`), mime, size, facts };
}

function asWritten(facts: Content['facts']) {
  return { facts: facts && JSON.stringify(facts) };
}

/** Whether an error is permanent: a rejection, a newer writer, or a full disk. */
function lasts(error: unknown): boolean {
  return isRejectedFile(error) || error instanceof OvertakenError || isDiskFull(error);
}
