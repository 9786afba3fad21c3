import { sql } from 'kysely';
import type { Database } from '../db/database.ts';
import type { LeasedWorker } from './leasedWork.ts';

/** How often it is looked for work that other processes were asked for, milliseconds. */
const LOOK_MS = 2000;

/** Tables of leases, see createLeases. */
const tables = ['conversions', 'transcriptions', 'derivations'] as const;

/**
 * Looks now and then whether any rows wait or are worked on, in one question about all tables, and has those who work on them look
 * closer: whose worker is dead is seen by looking at it more than once. @returns its end.
 */
export function startLooking(
  { db }: Pick<Database, 'db'>,
  workers: Readonly<Record<(typeof tables)[number], Pick<LeasedWorker, 'wake'>>>,
  onError: (error: unknown, what: string) => void,
): () => void {
  const isOpen = tables.map(
    (name) => sql`exists (select 1 from ${sql.table(name)} where status in ('PENDING', 'RUNNING')) as ${sql.ref(name)}`,
  );
  const question = sql<Record<(typeof tables)[number], boolean>>`select ${sql.join(isOpen)}`;
  let isLooking = false;
  const look = async () => {
    if (isLooking) return;
    isLooking = true;
    try {
      const { rows } = await question.execute(db);
      for (const name of tables) if (rows[0]?.[name]) workers[name].wake();
    } catch (error) {
      onError(error, 'it could not be looked for work');
    }
    isLooking = false;
  };
  const timer = setInterval(() => void look(), LOOK_MS).unref();
  return () => clearInterval(timer);
}
