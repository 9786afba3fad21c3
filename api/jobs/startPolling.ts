import { sql } from 'kysely';
import type { Database } from '../db/database.ts';
import type { LeasedWorker } from './leasedWork.ts';
import { isWaitingIn, type SideTable, sideTables } from './sideWork.ts';

/** Milliseconds between polls for work that other processes have queued. */
const LOOK_MS = 2000;

/**
 * Polls whether any side table has waiting or running rows, with one query for all tables, and wakes the workers of
 * those that do. Running rows count because a dead worker is only detected by repeated checks. @returns a function that
 * stops it.
 */
export function startPolling(
  { db }: Pick<Database, 'db'>,
  workers: Readonly<Record<SideTable, Pick<LeasedWorker, 'wake'>>>,
  onError: (error: unknown, what: string) => void,
): () => void {
  const isOpen = sideTables.map(
    (name) => sql`
      exists (select 1 from ${sql.table(name)} where status = 'RUNNING' or ${isWaitingIn(name)}) as ${sql.ref(name)}`,
  );
  const question = sql<Record<SideTable, boolean>>`select ${sql.join(isOpen)}`;
  let isLooking = false;
  const poll = async () => {
    if (isLooking) return;
    isLooking = true;
    try {
      const { rows } = await question.execute(db);
      for (const name of sideTables) if (rows[0]?.[name]) workers[name].wake();
    } catch (error) {
      onError(error, 'could not look for work');
    }
    isLooking = false;
  };
  const timer = setInterval(() => void poll(), LOOK_MS).unref();
  return () => clearInterval(timer);
}
