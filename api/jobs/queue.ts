import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { type JobWithMetadata, PgBoss } from 'pg-boss';
import type { Database, SqlRunner } from '../db/database.ts';
import type { Subscription } from '../db/notifications.ts';
import { traceparent } from '../telemetry/spans.ts';
import { type QueueName, queueNames, renderQueues, settingsOf } from './kinds.ts';

/** Group of suspects: jobs whose last attempt died with its process. A process runs one of them at a time. */
export const SUSPECTS = 'suspects';

/** Returns the dead letter queue, for operators. */
export const deadOf = (name: QueueName) => `${name}-dead`;

/** Schema of the queue's own tables. */
export const QUEUE_SCHEMA = 'cutroom_jobs';
/** Schema of earlier releases, whose tables cannot be migrated: their videos are stranded and get a new job. */
const FORMER_SCHEMA = 'cutroom_queue';

/** Ends notifications of jobs that are due later. */
const LATER = ' later';

/** What a job is for. */
export interface Work {
  queue: QueueName;
  /** Empty for work besides renders and webhooks, whose rows name their job. */
  videoId: string;
  /** Place of a segment in its video. */
  place?: number;
  /** SUSPECTS; for webhooks, the group that limits concurrency, see jobOf in webhookStore.ts. */
  group?: string;
  /** What is to be done, if no row says it. */
  order?: object;
}

/** A job that was taken from the queue. */
export interface Delivery extends Work {
  jobId: string;
  takenAt: Date;
  /** Seconds between the time it was due and the time it was taken. */
  waited: number;
  /** Number of the try, from 1, if the queue retries its jobs; and whether it is the last one. */
  attempt: number;
  isLast: boolean;
  /** Unparsed trace context of the sender, see parseTraceparent. */
  traceparent?: string;
}

/** A try at a taken job; it ends when the job is retried or completed. */
export type Lease = Pick<Delivery, 'queue' | 'jobId' | 'attempt'>;

/** A taken job. */
export interface JobInWork extends Lease, Pick<Work, 'videoId' | 'place'> {
  /** Changes with each heartbeat. */
  beat: string;
}

/** Which jobs may be taken. */
export interface Among {
  /** Default: those of renders. */
  queues?: readonly QueueName[];
  /** Groups to skip; default: none. */
  without?: readonly string[];
}

/** How a job is sent. */
export interface Sending {
  /** Higher is taken first; equal priorities by age. */
  priority: number;
  /** Seconds before it can be taken. */
  delay?: number;
  /** Whether it is a suspect, see SUSPECTS. */
  isSuspect?: boolean | undefined;
}

/** Data stored with a job. */
type Stored = Omit<Work, 'queue'> & Pick<Delivery, 'traceparent'>;

/** Not in the library's types: the number of changed jobs. */
interface Affected {
  affected: number;
}

/** The job queue. It delivers at least once; the rows of videos and segments decide whether a delivery still counts. */
export type Queue = Awaited<ReturnType<typeof openQueue>>;

/**
 * Opens the queue in the service's database and migrates its tables.
 * Retries are done here, not by the queue: a job that must run again is dropped and sent under a new id, so a worker
 * that lost it cannot affect it through the old id. Expiry is therefore a last resort, for live work that never ends: a
 * sweep then treats it as dead.
 * The queue's own flows are not used to wait for all segments: they poll every few seconds and would wait forever for a
 * job that was sent again.
 */
export async function openQueue(database: Database, onError: (error: unknown) => void) {
  // In a shared database, processes of an earlier release may still use it.
  if (database.kind === 'embedded') await database.runner.executeSql(`drop schema if exists ${FORMER_SCHEMA} cascade`);
  const listeners: ((queue: string | undefined, isLater: boolean) => void)[] = [];
  let [channel, subscription]: [string, Subscription | undefined] = ['', undefined];
  const notify = (queue: string | undefined, isLater = false) => {
    for (const listener of listeners) listener(queue, isLater);
  };
  const boss = new PgBoss({
    db: {
      ...database.runner,
      /** The library names the channel, and sends notifications; its own workers are not used. */
      async listen(name) {
        channel = name;
        subscription = await database.listen(name, {
          onNotification: (payload) => notify(payload.replace(LATER, ''), payload.endsWith(LATER)),
          onConnected: () => notify(undefined),
        });
        return subscription;
      },
    },
    useListenNotify: true,
    backend: database.kind === 'embedded' ? 'pglite' : 'postgres',
    schema: QUEUE_SCHEMA,
    schedule: false,
    // Flows are not used: poll for them rarely instead of every five seconds.
    flowIntervalSeconds: 3600,
  });
  boss.on('error', onError);
  await oneAtATime(database, async () => {
    await boss.start();
    await createQueues(boss);
  });
  /** @param earlier id of the job that it replaces: it takes that job's place in the trace. */
  const send = async (
    { queue, ...asked }: Work,
    transaction: SqlRunner,
    { priority, delay, isSuspect }: Sending,
    earlier?: string | null,
  ): Promise<string> => {
    const id = randomUUID();
    const work = isSuspect ? { ...asked, group: SUSPECTS } : asked;
    const place = earlier ? await sentAt(earlier, queue, transaction) : traceparent();
    const data: Stored = place === undefined ? work : { ...work, traceparent: place };
    const startAfter = delay === undefined ? {} : { startAfter: delay };
    const group = work.group === undefined ? {} : { group: { id: work.group } };
    const sent = await boss.send(queue, data, { id, priority, ...startAfter, ...group, db: transaction });
    if (sent !== id) throw new Error('The queue did not accept the job.');
    // The library notifies of jobs that are due at once.
    if (delay !== undefined) await transaction.executeSql('select pg_notify($1, $2)', [channel, queue + LATER]);
    return id;
  };
  /** Deletes jobs inside the caller's transaction. */
  const drop = async (queue: QueueName, jobIds: readonly (string | null)[], transaction: SqlRunner): Promise<void> => {
    const ids = jobIds.filter((id) => id !== null);
    if (ids.length > 0) await boss.deleteJob(queue, ids, { db: transaction });
  };
  return {
    drop,
    /** Adds a job inside the caller's transaction. @returns its id. */
    send: (work: Work, transaction: SqlRunner, sending: Sending) => send(work, transaction, sending),
    /** Replaces a job, if there is one, by another inside the caller's transaction. @returns the id of the new job. */
    async replace(jobId: string | null, work: Work, transaction: SqlRunner, sending: Sending): Promise<string> {
      const id = await send(work, transaction, sending, jobId);
      await drop(work.queue, [jobId], transaction);
      return id;
    },
    /** Moves a job, if there is one, to the dead letter queue inside the caller's transaction. */
    async bury(queue: QueueName, jobId: string | null, transaction: SqlRunner): Promise<void> {
      if (jobId !== null) await boss.fail(queue, jobId, undefined, { db: transaction });
    },
    /**
     * Fails a taken job of a queue that retries its jobs: it is due again after a growing delay, or goes to the dead
     * letters after the last try. @returns whether it was still taken.
     */
    async retry(job: Lease): Promise<boolean> {
      const { affected } = (await boss.fail(job.queue, attemptOf(job))) as Affected;
      return affected > 0;
    },
    /** Takes the next job by turn, if any. */
    async fetchJob({ queues = renderQueues, without = [] }: Among = {}): Promise<Delivery | undefined> {
      const { rows } = await database.runner.executeSql(nextOf(queues), [without]);
      const queue = queues.find((name) => name === rows[0]?.name);
      // Another process may have taken the job first.
      const [job] = queue ? await boss.fetch<Stored>(queue, { ignoreGroups: [...without], includeMetadata: true }) : [];
      return queue && job && deliveryOf(queue, job);
    },
    /** Returns which of some queues have a job to take, and the seconds until another one is due; Infinity without any. */
    async due(queues: readonly QueueName[]): Promise<{ queues: QueueName[]; seconds: number }> {
      const { rows } = await database.runner.executeSql(dueQueues, [queues]);
      const waiting = rows.map(({ name, seconds }) => ({ name: name as QueueName, seconds: Number(seconds) }));
      const later = waiting.filter(({ seconds }) => seconds > 0).map(({ seconds }) => seconds);
      const due = waiting.filter(({ seconds }) => seconds <= 0).map(({ name }) => name);
      return { queues: due, seconds: Math.min(...later, Infinity) };
    },
    /**
     * Calls a function when a transaction of any process has sent a job. @param onSent its queue; and whether it is due
     * later. Without a queue: notifications may have been missed.
     */
    onSent: (onSent: (queue: string | undefined, isLater: boolean) => void) => void listeners.push(onSent),
    /** Whether notifications of sent jobs arrive. */
    isNotified: () => subscription?.isLive() === true,
    /** Sends a heartbeat of a taken job. @returns whether it is still taken: work that is put back gets a new job. */
    async beat(job: Lease): Promise<boolean> {
      const { affected } = (await boss.touch(job.queue, attemptOf(job))) as Affected;
      return affected > 0;
    },
    /** Lists the taken jobs. */
    async inWork(): Promise<JobInWork[]> {
      const { rows } = await database.runner.executeSql(jobsInWork, [queueNames]);
      return rows as unknown as JobInWork[];
    },
    /**
     * Redates jobs that were sent before the clock was set back; otherwise they would wait until the old time is reached
     * again.
     */
    async redate(): Promise<void> {
      await database.runner.executeSql(redatedJobs);
    },
    /** Returns the stored data of a taken job; undefined if it is gone. */
    async taken(queue: QueueName, jobId: string): Promise<Delivery | undefined> {
      const [job] = await boss.findJobs<Stored>(queue, { id: jobId });
      return job?.startedOn ? deliveryOf(queue, job) : undefined;
    },
    /** Completes a taken job. */
    async complete(job: Lease): Promise<void> {
      await boss.complete(job.queue, attemptOf(job));
    },
    stop: () => boss.stop({ graceful: false }),
  };
}

/** Limits a change to one try: a retried job retains its id. */
function attemptOf({ jobId, attempt }: Lease) {
  return { id: jobId, retryCount: attempt - 1 };
}

/** When processes start together on an empty database, one creates the tables and the others find them. */
async function oneAtATime(database: Database, make: () => Promise<void>): Promise<void> {
  // The embedded database belongs to one process and has one connection.
  if (database.kind === 'embedded') return make();
  // No transaction: an idle transaction is terminated after a while.
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
  { id, data, createdOn, startAfter, startedOn, retryCount, retryLimit }: JobWithMetadata<Stored>,
): Delivery {
  const takenAt = new Date(startedOn);
  const due = Math.max(new Date(createdOn).getTime(), new Date(startAfter).getTime());
  const waited = Math.max(0, takenAt.getTime() - due) / 1000;
  return { queue, jobId: id, takenAt, waited, attempt: retryCount + 1, isLast: retryCount >= retryLimit, ...data };
}

/** Returns the trace context that a job was sent with. */
async function sentAt(id: string, queue: QueueName, transaction: SqlRunner): Promise<string | undefined> {
  const text = `select data->>'traceparent' as place from ${QUEUE_SCHEMA}.job where name = $1 and id = $2`;
  const { rows } = await transaction.executeSql(text, [queue, id]);
  return (rows[0]?.place as string | null | undefined) ?? undefined;
}

/** Compares the heads of some queues, each read from an index, whatever their length. $1: groups to skip. */
function nextOf(queues: readonly QueueName[]): string {
  const heads = queues.map(
    (name) => `(select name, priority, created_on from ${QUEUE_SCHEMA}.job
    where name = '${name}' and state < 'active' and not blocked and start_after <= now()
      and (group_id is null or group_id <> all($1))
    order by priority desc, created_on limit 1)`,
  );
  return `select name from (${heads.join(' union all ')}) heads order by priority desc, created_on limit 1`;
}

/** The time of later jobs is only read for queues without a due job, which are short. $1: queues. */
const dueQueues = `
  select * from (select q.name, case
    when exists (select from ${QUEUE_SCHEMA}.job j where j.name = q.name and j.state < 'active' and not j.blocked
      and j.start_after <= now()) then 0
    else (select extract(epoch from min(j.start_after) - now()) from ${QUEUE_SCHEMA}.job j
      where j.name = q.name and j.state < 'active' and not j.blocked) end as seconds
    from unnest($1::text[]) q (name)) waiting where seconds is not null`;

/** Processes of earlier releases send heartbeats to rows instead of jobs. $1: queues. */
const jobsInWork = `
  select j.id as "jobId", j.name as queue, j.data->>'videoId' as "videoId", (j.data->>'place')::integer as place,
    j.retry_count + 1 as attempt, concat_ws(' ', j.heartbeat_on, v.beat_at, s.beat_at) as beat
  from ${QUEUE_SCHEMA}.job j
  left join videos v on v.id = j.data->>'videoId' and v.job_id = j.id
  left join segments s on s.video_id = j.data->>'videoId' and s.place = (j.data->>'place')::integer and s.job_id = j.id
  where j.state = 'active' and j.name = any($1::text[])`;

/** Whether a row of a table has a job that waits or is worked on. */
export function hasLiveJob(table: string) {
  const ofRow = sql`j.id = ${sql.ref(`${table}.job_id`)} and j.state in ('created', 'retry', 'active')`;
  return sql<boolean>`exists (
    select 1 from ${sql.table(`${QUEUE_SCHEMA}.job`)} j where ${ofRow} and j.name in (${sql.join([...queueNames])}))`;
}

/** Whether a queue has a job that is worked on, due within half a minute, or was sent before the clock was set back. */
export function hasJob(queue: QueueName) {
  return sql<boolean>`exists (select from ${sql.table(`${QUEUE_SCHEMA}.job`)} j where j.name = ${queue}
    and (j.state = 'active' or (j.state < 'active'
      and (j.start_after <= now() + interval '30 seconds' or j.created_on > now() + interval '10 seconds'))))`;
}

/** The tolerance covers transactions of other processes that began slightly later. */
const redatedJobs = `
  update ${QUEUE_SCHEMA}.job
  set created_on = now(), start_after = now() + (start_after - created_on), keep_until = now() + (keep_until - created_on)
  where state < 'active' and created_on > now() + interval '10 seconds'`;

/** Creates missing queues and updates those with other settings. The usual start finds nothing to do. */
async function createQueues(boss: PgBoss): Promise<void> {
  const stored = new Map((await boss.getQueues()).map((queue) => [queue.name, queue as object]));
  const isStored = (name: string, settings: object) => {
    const queue = new Map(Object.entries(stored.get(name) ?? {}));
    return Object.entries(settings).every(([field, value]) => queue.get(field) === value);
  };
  for (const name of queueNames) {
    const dead = deadOf(name);
    const ofDead = { retryLimit: 0, deleteAfterSeconds: 7 * 24 * 3600 };
    const { retries, expires } = settingsOf(name);
    const own = { ...(retries ? { ...retries, retryBackoff: true } : { retryLimit: 0 }), ...expires, notify: true };
    if (isStored(dead, ofDead) && isStored(name, { deadLetter: dead, ...own })) continue;
    await boss.createQueue(dead, ofDead);
    await boss.createQueue(name, { deadLetter: dead, ...own });
    // The queue may come from an earlier release.
    await boss.updateQueue(name, own);
    // pg-boss caches the queues here, outside any transaction: the embedded database has one connection, which a
    // transaction would block. It has cached the others when it started.
    for (const one of [dead, name]) await boss.touch(one, randomUUID());
  }
}
