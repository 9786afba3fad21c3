import { sql } from 'kysely';
import type { ProcessRole } from '../contract/operator.ts';
import type { Database } from '../db/database.ts';

/** How often a process says that it runs, milliseconds. */
const BEAT_MS = 10_000;
/** Who is silent for so long runs no more, or is cut off, seconds. */
export const GONE_SECONDS = 60;

/** So many processes look after what dead ones worked on, however many run: as many may die at once without a delay. */
const SWEEPERS = 4;
/** Who is silent for so long is not counted on to look, seconds: two beats, and some. */
const LATE_SECONDS = 25;

/**
 * Has a process say now and then that it runs, whether it has work or not: for whoever looks after them, and so that few of many
 * sweep. Where the database is away others say so.
 * @param closers gets its end. @returns whether it is now among those that look for what nobody works on any more; until that is known, it is.
 */
export function sayThatItRuns(
  { db }: Pick<Database, 'db'>,
  name: string,
  closers: (() => unknown)[],
  role: ProcessRole = 'all',
): () => boolean {
  let isSweeper = true;
  const isGone = sql<boolean>`beat_at < now() - ${GONE_SECONDS} * interval '1 second'`;
  // A clock that was set back leaves beats in the future, also those of the dead.
  const isOnTime = sql<boolean>`beat_at between now() - ${LATE_SECONDS} * interval '1 second' and now()`;
  // Names end in what is drawn by lot: read backwards, their order is by chance, and mixes the machines.
  const before = db
    .selectFrom('processes')
    .select('name')
    .where(sql<boolean>`reverse(name) < reverse(${name})`)
    .where(isOnTime)
    .limit(SWEEPERS);
  const beat = async () => {
    await db
      .insertInto('processes')
      .values({ name, role })
      .onConflict((conflict) => conflict.column('name').doUpdateSet({ beat_at: sql`now()` }))
      .execute();
    isSweeper = (await before.execute()).length < SWEEPERS;
    if (isSweeper) await db.deleteFrom('processes').where(isGone).execute();
  };
  const tell = () => beat().catch(() => undefined);
  let telling = tell();
  const timer = setInterval(() => {
    telling = telling.then(tell);
  }, BEAT_MS).unref();
  closers.push(async () => {
    clearInterval(timer);
    await telling;
    const own = db.deleteFrom('processes').where('name', '=', name);
    await own.execute().catch(() => undefined);
  });
  return () => isSweeper;
}
