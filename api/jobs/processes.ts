import { sql } from 'kysely';
import type { ProcessRole } from '../contract/operator.ts';
import type { Database } from '../db/database.ts';

/** How often a process says that it runs, milliseconds. */
const BEAT_MS = 10_000;
/** Who is silent for so long runs no more, or is cut off, seconds. */
export const GONE_SECONDS = 60;

/**
 * Has a process say now and then that it runs, whether it has work or not: for whoever looks after them. Nobody waits for that, and
 * where the database is away others say so.
 * @returns its end.
 */
export function sayThatItRuns(
  { db }: Pick<Database, 'db'>,
  name: string,
  role: ProcessRole = 'all',
): () => Promise<void> {
  const isGone = sql<boolean>`beat_at < now() - ${GONE_SECONDS} * interval '1 second'`;
  const beat = async () => {
    await db
      .insertInto('processes')
      .values({ name, role })
      .onConflict((conflict) => conflict.column('name').doUpdateSet({ beat_at: sql`now()` }))
      .execute();
    await db.deleteFrom('processes').where(isGone).execute();
  };
  const tell = () => beat().catch(() => undefined);
  let telling = tell();
  const timer = setInterval(() => {
    telling = telling.then(tell);
  }, BEAT_MS).unref();
  return async () => {
    clearInterval(timer);
    await telling;
    const own = db.deleteFrom('processes').where('name', '=', name);
    await own.execute().catch(() => undefined);
  };
}
