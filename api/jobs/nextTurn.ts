import { sql } from 'kysely';
import type { Database } from '../db/database.ts';
import type { SideTable } from './sideWork.ts';

/**
 * Returns the turn of a party's next row: after the party's own rows and never before what runs now, so that parties
 * alternate.
 */
export async function nextTurn(db: Database['db'], table: SideTable, party: string): Promise<number> {
  const { rows } = await sql<{ last: string | number | null; now: string | number | null }>`
    select max(turn) filter (where party = ${party}) as last,
      coalesce(max(turn) filter (where status = 'RUNNING'), min(turn)) as now
    from ${sql.table(table)} where status in ('PENDING', 'RUNNING')`.execute(db);
  const { last, now } = rows[0] ?? {};
  return Math.max(Number(now ?? 0), Number(last ?? -1) + 1);
}
