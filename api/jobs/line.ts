import { sql, type Transaction } from 'kysely';
import type { Tables } from '../db/tables.ts';

/** All that is worked on or waits: videos, and segments of those that are cut into some. */
const openWork = sql`
  select owner, turn, status = 'rendering' as runs from videos
    where status = 'queued' or (status = 'rendering' and stage <> 'segments')
  union all
  select v.owner, s.turn, s.status = 'rendering' from segments s join videos v on v.id = s.video_id
    where s.status in ('queued', 'rendering')`;

/** How many videos of an owner are open, and when it is the turn of the next piece of work. */
export async function lineFor(db: Transaction<Tables>, owner: string): Promise<{ open: number; turn: number }> {
  const { rows } = await sql<{ open: string | number; last: number | null; now: number | null }>`
    select (select count(*) from videos where owner = ${owner} and status in ('queued', 'rendering')) as open,
      max(turn) filter (where owner = ${owner}) as last,
      coalesce(max(turn) filter (where runs), min(turn)) as now
    from (${openWork}) work`.execute(db);
  const { open = 0, last, now } = rows[0] ?? {};
  // Behind one's own, and never before what is being rendered: owners take turns, whoever has how many waiting.
  return { open: Number(open), turn: Math.max(now ?? 0, (last ?? -1) + 1) };
}

/** The turn of the last one in line. */
export async function lastTurn(db: Transaction<Tables>): Promise<number> {
  const { rows } = await sql<{ last: number | null }>`select max(turn) as last from (${openWork}) work`.execute(db);
  return rows[0]?.last ?? 0;
}

/** Has those who add work of one owner do so one after the other: what two count at once may be one too many together. */
export async function inTurn(db: Transaction<Tables>, owner: string): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtext(${owner}))`.execute(db);
}
