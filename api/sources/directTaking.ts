import { setTimeout as delay } from 'node:timers/promises';
import type { Database } from '../db/database.ts';
import type { UploadRow } from '../db/tables.ts';
import { OvertakenError, type PartStore } from '../storage/uploadParts.ts';
import { UploadRefused } from './lookAt.ts';

/** How long another process is waited for that takes the same in, and how often it is looked for; milliseconds. */
const MOST_WAIT_MS = 15_000;
const LOOK_MS = 300;

/**
 * Takes in what was put straight into the store, once however many ask for it at a time.
 * @param complete see Contents.take.
 * @returns a function that gives the finished upload; undefined where nothing was put there. It throws UploadRefused, and
 * what came is thrown away then.
 */
export function createDirectTaking(
  db: Database['db'],
  parts: PartStore,
  complete: (upload: UploadRow) => Promise<UploadRow>,
): (upload: UploadRow) => Promise<UploadRow | undefined> {
  const { direct } = parts;
  const running = new Map<string, Promise<UploadRow | undefined>>();
  const take = async (upload: UploadRow): Promise<UploadRow | undefined> => {
    let isOvertaken = false;
    try {
      if (await direct?.take(upload.id, Number(upload.declared_size ?? 0))) return await complete(upload);
    } catch (error) {
      if (error instanceof UploadRefused) await parts.discard(upload.id);
      if (!(error instanceof OvertakenError)) throw error;
      isOvertaken = true;
    }
    // Another process may have taken it, or take it just now.
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
    const taking = take(upload).finally(() => running.delete(upload.id));
    running.set(upload.id, taking);
    return taking;
  };
}
