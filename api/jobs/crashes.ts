import { type Kysely, sql } from 'kysely';
import type { Database } from '../db/database.ts';
import type { Tables } from '../db/tables.ts';

/** Most crashes of one piece of work before it is given up, whatever else crashes. */
const MOST_CRASHES = 4;
/** Days that process crashes are remembered. */
const DAYS = 1;

/** Crash counters of a row: attempts that ended because their process died. */
export interface CrashState {
  /** Crashes since it last made progress. */
  crashes: number;
  /** Number of the process crash that its latest crash belonged to. */
  crash: number | string | null;
  /** The process that worked on it. */
  worker: string | null;
}

/** What one more crash means for a row. */
export interface Verdict extends Pick<CrashState, 'crashes'> {
  crash: number;
  /** It must not be tried again. */
  isPoison: boolean;
}

/**
 * Judges work whose process died. At its second crash it is considered the cause, unless a process that did not work on
 * it crashed in between: then something else kills processes.
 */
export async function judge(db: Kysely<Tables>, { crashes, crash, worker }: CrashState): Promise<Verdict> {
  const number = await crashOf(db, worker ?? '');
  const times = crashes + 1;
  const between = db
    .selectFrom('process_crashes')
    .select('number')
    .where('number', '>', Number(crash ?? 0))
    .where('number', '<', number)
    .limit(1);
  const isCause = times >= 2 && (await between.execute()).length === 0;
  return { crashes: times, crash: number, isPoison: isCause || times >= MOST_CRASHES };
}

/** Returns the number of a process's crash: the same for all work that was lost with that process. */
async function crashOf(db: Kysely<Tables>, name: string): Promise<number> {
  const { number } = await db
    .insertInto('process_crashes')
    .values({ name })
    .onConflict((conflict) => conflict.column('name').doUpdateSet({ name }))
    .returning('number')
    .executeTakeFirstOrThrow();
  return Number(number);
}

/** SQL expression for the number of the latest known crash. */
export const lastCrash = sql<number>`(select coalesce(max(number), 0) from process_crashes)`;

/** Deletes old crashes. */
export async function sweepCrashes({ db }: Pick<Database, 'db'>): Promise<void> {
  await db.deleteFrom('process_crashes').where('at', '<', sql<Date>`now() - ${DAYS} * interval '1 day'`).execute();
}
