import { sql } from 'kysely';
import type { Database } from '../db/database.ts';

/**
 * The turn of an owner's next row: behind one's own, and never before what is being worked on, so that owners take turns,
 * whoever has how many waiting.
 * @param table with the columns turn, owner and status.
 */
export async function nextTurn(
  db: Database['db'],
  table: 'conversions' | 'transcriptions',
  owner: string,
): Promise<number> {
  const { rows } = await sql<{ last: string | number | null; now: string | number | null }>`
    select max(turn) filter (where owner = ${owner}) as last,
      coalesce(max(turn) filter (where status = 'RUNNING'), min(turn)) as now
    from ${sql.table(table)} where status in ('PENDING', 'RUNNING')`.execute(db);
  const { last, now } = rows[0] ?? {};
  return Math.max(Number(now ?? 0), Number(last ?? -1) + 1);
}
