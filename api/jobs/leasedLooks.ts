import { sql } from 'kysely';
import type { Database } from '../db/database.ts';
import type { LeasedWorker } from './leasedWork.ts';
import { isWaitingIn, type SideTable, sideTables } from './sideWork.ts';

/** How often it is looked for work that other processes were asked for, milliseconds. */
const LOOK_MS = 2000;

/**
 * Looks now and then whether any rows wait or are worked on, in one question about all tables, and has those who work on them look
 * closer: whose worker is dead is seen by looking at it more than once. @returns its end.
 */
export function startLooking(
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
  const look = async () => {
    if (isLooking) return;
    isLooking = true;
    try {
      const { rows } = await question.execute(db);
      for (const name of sideTables) if (rows[0]?.[name]) workers[name].wake();
    } catch (error) {
      onError(error, 'it could not be looked for work');
    }
    isLooking = false;
  };
  const timer = setInterval(() => void look(), LOOK_MS).unref();
  return () => clearInterval(timer);
}
