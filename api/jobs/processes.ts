import { sql } from 'kysely';
import type { ProcessRole } from '../contract/operator.ts';
import type { Database } from '../db/database.ts';

/** Milliseconds between heartbeats of a process. */
const BEAT_MS = 10_000;
/** Seconds without a heartbeat after which a process counts as dead or cut off. */
export const GONE_SECONDS = 60;

/** Number of processes that sweep, however many run: all but one may die at once without a delay. */
const SWEEPERS = 4;
/** Seconds without a heartbeat after which a process no longer counts as a sweeper: two heartbeats and some slack. */
const LATE_SECONDS = 25;

/**
 * Sends heartbeats of a process, idle or not, for operators and to elect the few processes that sweep. Other components
 * report an unreachable database.
 * @param closers receives the function that stops it. @returns whether this process currently sweeps; true until that
 * is known.
 */
export function startProcessHeartbeat(
  { db }: Pick<Database, 'db'>,
  name: string,
  closers: (() => unknown)[],
  role: ProcessRole = 'all',
): () => boolean {
  let isSweeper = true;
  const isGone = sql<boolean>`beat_at < now() - ${GONE_SECONDS} * interval '1 second'`;
  // After a clock was set back, heartbeats may lie in the future, also those of dead processes.
  const isOnTime = sql<boolean>`beat_at between now() - ${LATE_SECONDS} * interval '1 second' and now()`;
  // Names end in random characters: in reversed order they are shuffled across machines.
  const isBefore = sql<boolean>`reverse(name) < reverse(${name})`;
  // One statement: an idle process should ask the database rarely.
  const beat = async () => {
    const { rows } = await sql<{ before: number | string }>`
      with beat as (
        insert into processes (name, role) values (${name}, ${role}) on conflict (name) do update set beat_at = now()
      ), swept as (
        delete from processes where ${isSweeper} and name <> ${name} and ${isGone}
      )
      select count(*) as before from processes where ${isBefore} and ${isOnTime}`.execute(db);
    isSweeper = Number(rows[0]?.before) < SWEEPERS;
  };
  const sendHeartbeat = () => beat().catch(() => undefined);
  let telling = sendHeartbeat();
  const timer = setInterval(() => {
    telling = telling.then(sendHeartbeat);
  }, BEAT_MS).unref();
  closers.push(async () => {
    clearInterval(timer);
    await telling;
    const own = db.deleteFrom('processes').where('name', '=', name);
    await own.execute().catch(() => undefined);
  });
  return () => isSweeper;
}
