import { type Kysely, sql } from 'kysely';
import type { Database } from '../db/database.ts';
import type { Tables } from '../db/tables.ts';

/** So often work ends with its process at most, whatever else happens. */
const MOST_CRASHES = 4;
/** For how long it is remembered which processes ended, days. */
const DAYS = 1;

/** What a row says of its attempts that ended without a word. */
export interface CrashState {
  /** How many since it last made progress. */
  crashes: number;
  /** Number of the process crash that the last of them was part of. */
  crash: number | string | null;
  /** The process that worked on it. */
  worker: string | null;
}

/** What follows from one more. */
export interface Verdict extends Pick<CrashState, 'crashes'> {
  crash: number;
  /** It is not tried again. */
  isPoison: boolean;
}

/**
 * Judges work whose attempt ended without a word. At its second crash it is taken to be the cause, unless processes that did not
 * work on it crashed between the two: then something else ends processes, and it may be there by chance.
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

/** The number of a process's crash: the same for all work that ended with it. */
async function crashOf(db: Kysely<Tables>, name: string): Promise<number> {
  const { number } = await db
    .insertInto('process_crashes')
    .values({ name })
    .onConflict((conflict) => conflict.column('name').doUpdateSet({ name }))
    .returning('number')
    .executeTakeFirstOrThrow();
  return Number(number);
}

/** The number of the last crash that is known of, as an expression. */
export const lastCrash = sql<number>`(select coalesce(max(number), 0) from process_crashes)`;

/** Forgets the crashes of long ago. */
export async function sweepCrashes({ db }: Pick<Database, 'db'>): Promise<void> {
  await db.deleteFrom('process_crashes').where('at', '<', sql<Date>`now() - ${DAYS} * interval '1 day'`).execute();
}
