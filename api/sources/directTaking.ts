import { setTimeout as delay } from 'node:timers/promises';
import type { Database } from '../db/database.ts';
import type { UploadRow } from '../db/tables.ts';
import { OvertakenError, type PartStore } from '../storage/uploadParts.ts';
import { isRejectedFile } from './inspectFile.ts';

/** Milliseconds to wait for another process that takes over the same file, and between checks. */
const MOST_WAIT_MS = 15_000;
const LOOK_MS = 300;

/**
 * Takes over a file that was uploaded directly to storage, once for concurrent requests.
 * @param complete see Contents.accept.
 * @returns a function that returns the finished upload; undefined if no file was uploaded. It throws ServiceError and
 * deletes the file if it is not accepted.
 */
export function createDirectTaking(
  db: Database['db'],
  parts: PartStore,
  complete: (upload: UploadRow) => Promise<UploadRow>,
): (upload: UploadRow) => Promise<UploadRow | undefined> {
  const { direct } = parts;
  const running = new Map<string, Promise<UploadRow | undefined>>();
  const acceptUpload = async (upload: UploadRow): Promise<UploadRow | undefined> => {
    let isOvertaken = false;
    try {
      if (await direct?.adopt(upload.id, Number(upload.declared_size ?? 0))) return await complete(upload);
    } catch (error) {
      if (isRejectedFile(error)) await parts.discard(upload.id);
      if (!(error instanceof OvertakenError)) throw error;
      isOvertaken = true;
    }
    // Another process may have taken it or be taking it.
    for (const end = performance.now() + MOST_WAIT_MS; ; await delay(LOOK_MS)) {
      const now = await db.selectFrom('uploads').selectAll().where('id', '=', upload.id).executeTakeFirst();
      if (now?.status === 'done') return now;
      if (now?.status !== 'open' || !isOvertaken || performance.now() > end) return undefined;
    }
  };
  return (upload) => {
    if (!direct) return Promise.resolve(undefined);
    const known = running.get(upload.id);
    if (known) return known;
    const taking = acceptUpload(upload).finally(() => running.delete(upload.id));
    running.set(upload.id, taking);
    return taking;
  };
}
