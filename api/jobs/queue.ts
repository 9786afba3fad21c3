import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { type JobWithMetadata, PgBoss } from 'pg-boss';
import type { Database, SqlRunner } from '../db/database.ts';
import { traceparent } from '../telemetry/spans.ts';
import { SUSPECTS } from './suspects.ts';

/**
 * The queues, by what is done with a video: it is planned, and rendered at once where that is not worth sharing; its segments
 * are made, one a job; they are joined.
 */
const renders = ['join', 'segment', 'plan'] as const;
/** Beside them: somebody elsewhere is told of its end. */
const names = [...renders, 'webhook'] as const;
/** Name of a queue. */
export type QueueName = (typeof names)[number];
/** Where the jobs go that the queue itself gave up, for whoever runs the service. */
export const deadOf = (name: QueueName) => `${name}-dead`;

/** Schema of the queue's own tables. */
export const QUEUE_SCHEMA = 'cutroom_jobs';
/** That of earlier releases, whose tables the queue cannot bring up to date: their videos are stranded, and get a job anew. */
const FORMER_SCHEMA = 'cutroom_queue';

/** What a job is for. */
export interface Work {
  queue: QueueName;
  videoId: string;
  /** Of a segment: its place among all. */
  place?: number;
  /** SUSPECTS; else of a webhook: whose it is, see groupOf. */
  group?: string;
}

/** A delivery: this is to be worked on, under this job. */
export interface Delivery extends Work {
  jobId: string;
  /** How long it could have been taken before it was, seconds. */
  waited: number;
  /** Where in a trace it was sent, see parseTraceparent; unread. */
  traceparent?: string;
}

/** A delivery of before. */
export interface Taken extends Delivery {
  takenAt: Date;
}

/** How a job is sent. */
export interface Sending {
  /** The highest is taken first, of equals the oldest. */
  priority: number;
  /** It is not taken before, seconds. */
  delay?: number;
  /** Id of the job whose work it does again: it stands in the trace where that one did. */
  after?: string | null | undefined;
  /** Whether it is a suspect, see Suspects. */
  isSuspect?: boolean | undefined;
}

/** What is stored with a job. */
type Stored = Omit<Work, 'queue'> & Pick<Delivery, 'traceparent'>;

/** The job queue. It delivers at least once; the rows of videos and segments decide whether a delivery still counts. */
export interface Queue {
  /** Adds a job inside the caller's transaction. @returns the job's id. */
  send(work: Work, transaction: SqlRunner, sending: Sending): Promise<string>;
  /** Forgets jobs inside the caller's transaction. */
  drop(queue: QueueName, jobIds: readonly string[], transaction: SqlRunner): Promise<void>;
  /** Gives a job up inside the caller's transaction: it goes to the dead ones of its queue. */
  bury(queue: QueueName, jobId: string, transaction: SqlRunner): Promise<void>;
  /** The next job, if there is one, by turns. @param withSuspects whether it may be a suspect; default: it may. */
  take(withSuspects?: boolean): Promise<Delivery | undefined>;
  /** The next webhook that is due, if there is one. @param without groups that have as many on their way as one may. */
  takeWebhook(without: readonly string[]): Promise<Delivery | undefined>;
  /** Lets jobs wait from now that were sent before the clock was set back: else they wait until it is that late again. */
  redate(): Promise<void>;
  /** What is stored of a job that was taken; undefined where it is gone. */
  taken(queue: QueueName, jobId: string): Promise<Taken | undefined>;
  /** Ends a job that was taken. */
  complete(delivery: Pick<Delivery, 'queue' | 'jobId'>): Promise<void>;
  stop(): Promise<void>;
}

/**
 * Opens the queue on the service's database and brings its tables up to date.
 * Retries are ours, not the queue's: a job that must run again is dropped and sent anew under another id, so that
 * whatever a worker that lost it says of the old id has no effect. The expiry is therefore only a last resort, for work that lives
 * and comes to no end: a sweep then takes it for one that died. Nor is it
 * the queue that says when all segments are there: it looks for that every few seconds, and would wait for one that was sent anew
 * forever.
 */
export async function openQueue(database: Database, onError: (error: unknown) => void): Promise<Queue> {
  // Processes of an earlier release may still work with it where a database is shared.
  if (database.kind === 'embedded') await database.runner.executeSql(`drop schema if exists ${FORMER_SCHEMA} cascade`);
  const boss = new PgBoss({
    db: database.runner,
    backend: database.kind === 'embedded' ? 'pglite' : 'postgres',
    schema: QUEUE_SCHEMA,
    schedule: false,
    // It would look every five seconds for what is to follow on something else: here nothing is.
    flowIntervalSeconds: 3600,
  });
  boss.on('error', onError);
  await oneAtATime(database, async () => {
    await boss.start();
    for (const name of names) await createQueue(boss, name);
  });
  return {
    async send({ queue, ...asked }, transaction, { priority, delay, after, isSuspect }) {
      const id = randomUUID();
      const work = isSuspect ? { ...asked, group: SUSPECTS } : asked;
      const place = after ? await sentAt(after, queue, transaction) : traceparent();
      const data: Stored = place === undefined ? work : { ...work, traceparent: place };
      const startAfter = delay === undefined ? {} : { startAfter: delay };
      const group = work.group === undefined ? {} : { group: { id: work.group } };
      const sent = await boss.send(queue, data, { id, priority, ...startAfter, ...group, db: transaction });
      if (sent !== id) throw new Error('The queue took no job.');
      return id;
    },
    async drop(queue, jobIds, transaction) {
      if (jobIds.length > 0) await boss.deleteJob(queue, [...jobIds], { db: transaction });
    },
    async bury(queue, jobId, transaction) {
      await boss.fail(queue, jobId, undefined, { db: transaction });
    },
    async take(withSuspects = true) {
      const { rows } = await database.runner.executeSql(withSuspects ? nextQueue : nextPlainQueue);
      const queue = renders.find((name) => name === rows[0]?.name);
      // Another process may have been faster.
      const among = withSuspects ? {} : { ignoreGroups: [SUSPECTS] };
      const [job] = queue ? await boss.fetch<Stored>(queue, { ...among, includeMetadata: true }) : [];
      return queue && job && deliveryOf(queue, job);
    },
    async takeWebhook(without) {
      const { rows } = await database.runner.executeSql(dueWebhook);
      if (rows.length === 0) return undefined;
      const [job] = await boss.fetch<Stored>('webhook', { ignoreGroups: [...without], includeMetadata: true });
      return job && deliveryOf('webhook', job);
    },
    async redate() {
      await database.runner.executeSql(redatedJobs);
    },
    async taken(queue, jobId) {
      const [job] = await boss.findJobs<Stored>(queue, { id: jobId });
      return job?.startedOn ? { ...deliveryOf(queue, job), takenAt: new Date(job.startedOn) } : undefined;
    },
    async complete({ queue, jobId }) {
      await boss.complete(queue, jobId);
    },
    stop: () => boss.stop({ graceful: false }),
  };
}

/** Of processes that start at once on an empty database one makes the tables, and the others find them. */
async function oneAtATime(database: Database, make: () => Promise<void>): Promise<void> {
  // It is one process's alone, and has one connection.
  if (database.kind === 'embedded') return make();
  // No transaction: one in which nothing is asked for long is ended.
  await database.db.connection().execute(async (connection) => {
    await sql`select pg_advisory_lock(hashtext(${QUEUE_SCHEMA}))`.execute(connection);
    try {
      await make();
    } finally {
      await sql`select pg_advisory_unlock(hashtext(${QUEUE_SCHEMA}))`.execute(connection);
    }
  });
}

function deliveryOf(
  queue: QueueName,
  { id, data, createdOn, startAfter, startedOn }: JobWithMetadata<Stored>,
): Delivery {
  const [created, due, started] = [createdOn, startAfter, startedOn].map((time) => new Date(time).getTime());
  const waited = Math.max(0, Number(started) - Math.max(Number(created), Number(due))) / 1000;
  return { queue, jobId: id, waited, ...data };
}

/** Where in a trace a job was sent. */
async function sentAt(id: string, queue: QueueName, transaction: SqlRunner): Promise<string | undefined> {
  const text = `select data->>'traceparent' as place from ${QUEUE_SCHEMA}.job where name = $1 and id = $2`;
  const { rows } = await transaction.executeSql(text, [queue, id]);
  return (rows[0]?.place as string | null | undefined) ?? undefined;
}

/** The first of each queue, read from an index however many wait; their priorities are compared. */
const nextOf = (among: string) => {
  const heads = renders.map(
    (name) => `(select name, priority, created_on from ${QUEUE_SCHEMA}.job
    where name = '${name}' and state < 'active' and not blocked and start_after <= now() and ${among}
    order by priority desc, created_on limit 1)`,
  );
  return `select name from (${heads.join(' union all ')}) heads order by priority desc, created_on limit 1`;
};
const nextQueue = nextOf('true');
const nextPlainQueue = nextOf(`group_id is distinct from '${SUSPECTS}'`);

/** Looked for before one is taken, which costs more: mostly there is none. */
const dueWebhook = `
  select 1 as one from ${QUEUE_SCHEMA}.job
  where name = 'webhook' and state < 'active' and start_after <= now() limit 1`;

/** Transactions of other processes may have begun a little later. */
const redatedJobs = `
  update ${QUEUE_SCHEMA}.job
  set created_on = now(), start_after = now() + (start_after - created_on), keep_until = now() + (keep_until - created_on)
  where state < 'active' and created_on > now() + interval '10 seconds'`;

async function createQueue(boss: PgBoss, name: QueueName): Promise<void> {
  const dead = deadOf(name);
  await boss.createQueue(dead, { retryLimit: 0, deleteAfterSeconds: 7 * 24 * 3600 });
  await boss.createQueue(name, {
    deadLetter: dead,
    retryLimit: 0,
    expireInSeconds: 23 * 3600,
    retentionSeconds: 365 * 24 * 3600,
    deleteAfterSeconds: 3600,
  });
  // It learns of the queues here, and not within a transaction: the embedded database has one connection, which that holds.
  for (const one of [dead, name]) await boss.touch(one, randomUUID());
}
