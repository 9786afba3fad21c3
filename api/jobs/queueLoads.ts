import { sql } from 'kysely';
import type { Database } from '../db/database.ts';
import type { QueueLoad } from '../system/metrics.ts';

/** The tables whose rows are works: when they were asked for, and what their status is called while they wait and run. */
const queues = [
  { queue: 'render', table: 'videos', since: 'submitted_at', waiting: 'queued', running: 'rendering' },
  { queue: 'segment', table: 'segments', since: 'created_at', waiting: 'queued', running: 'rendering' },
  { queue: 'webhook', table: 'webhooks', since: 'ended_at', waiting: 'queued', running: 'sending' },
  { queue: 'conversion', table: 'conversions', since: 'created_at', waiting: 'PENDING', running: 'RUNNING' },
  { queue: 'transcription', table: 'transcriptions', since: 'created_at', waiting: 'PENDING', running: 'RUNNING' },
  { queue: 'derivation', table: 'derivations', since: 'created_at', waiting: 'PENDING', running: 'RUNNING' },
] as const;

/** How much waits and runs of each kind of work, in all processes together. */
export async function queueLoads(db: Database['db']): Promise<QueueLoad[]> {
  const found = await Promise.all(
    queues.map(async ({ queue, table, since, ...states }) => {
      const { rows } = await sql<{ status: string; count: string | number; oldest: string | number }>`
        select status, count(*) as count, extract(epoch from now() - min(${sql.ref(since)})) as oldest
        from ${sql.table(table)} where status in (${states.waiting}, ${states.running}) group by status`.execute(db);
      return (['waiting', 'running'] as const).map((state): QueueLoad => {
        const row = rows.find(({ status }) => status === states[state]);
        return { queue, state, count: Number(row?.count ?? 0), oldest: Math.max(0, Number(row?.oldest ?? 0)) };
      });
    }),
  );
  return found.flat();
}
