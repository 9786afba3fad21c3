import { type Kysely, sql } from 'kysely';
import { type Quota, type QuotaChange, type QuotaUse, quotaKinds } from '../contract/quota.ts';
import type { Database } from '../db/database.ts';
import type { Tables } from '../db/tables.ts';
import { OverQuotaError, type Wanted } from '../sources/uploadLimits.ts';
import { ownerOfAccount } from './claim.ts';

/** What everybody may use unless told otherwise: as much as they like. */
export const noQuota: Quota = { bytes: 0, jobs: 0, minutesPerDay: 0, minutesPerMonth: 0 };

/** Days for which it is known how much was rendered. */
const KEPT_DAYS = 62;
/** When it is worth asking again whether a job has ended, seconds. */
const JOB_SECONDS = 30;

/** What owners may use, and use. */
export type Quotas = ReturnType<typeof createQuotas>;

/** @param usual what an owner may use of whom nothing else is said. */
export function createQuotas({ db }: Pick<Database, 'db'>, usual: Quota = noQuota) {
  const isLimited = (quota: Quota) => quotaKinds.some((kind) => quota[kind] > 0);
  const quotaOf = async (change: Kysely<Tables>, owner: string): Promise<Quota> => ({
    ...usual,
    ...(await ownQuota(change, owner)),
  });
  return {
    /** What an owner uses of what they may; of what has no limit too. */
    async use(owner: string): Promise<QuotaUse> {
      const [quota, used] = [await quotaOf(db, owner), await usedBy(db, owner)];
      return Object.fromEntries(
        quotaKinds.map((kind) => [kind, { used: used[kind], limit: quota[kind] || null }]),
      ) as QuotaUse;
    },

    /**
     * Lets an owner store so many more bytes; projects that were deleted go for good where that makes the room, and only then.
     * @param change the transaction that does. @throws OverQuotaError
     */
    async expectRoom(change: Kysely<Tables>, { owner, bytes, of = '' }: Room): Promise<void> {
      const { bytes: most } = await quotaOf(change, owner);
      if (most > 0) await makeRoom(change, owner, (await bytesOf(change, owner, of)) + bytes, most);
    },

    /** Lets an owner have something rendered. @param seconds length of it. @param change the transaction that adds it. @throws OverQuotaError */
    async expectRender(owner: string, seconds: number, change: Kysely<Tables> = db): Promise<void> {
      const quota = await quotaOf(change, owner);
      if (!isLimited(quota)) return;
      const used = await usedBy(change, owner);
      // A video's size is known when it is done: one byte must be free.
      if (quota.bytes > 0) await makeRoom(change, owner, used.bytes + 1, quota.bytes);
      if (quota.jobs > 0 && used.jobs >= quota.jobs)
        throw new OverQuotaError(owner, JOB_SECONDS, jobsMessage(quota.jobs));
      const minutes = seconds / 60;
      if (quota.minutesPerDay > 0 && used.minutesPerDay + minutes > quota.minutesPerDay)
        throw new OverQuotaError(owner, secondsUntil(nextDay()), dayMessage(quota.minutesPerDay));
      if (quota.minutesPerMonth > 0 && used.minutesPerMonth + minutes > quota.minutesPerMonth)
        throw new OverQuotaError(owner, secondsUntil(nextMonth()), monthMessage(quota.minutesPerMonth));
    },

    /** Says what a person may use. @param change null for what everybody may. @returns all that they may; undefined where there is nobody. */
    async change(email: string, change: QuotaChange): Promise<Quota | undefined> {
      const user = await db.selectFrom('users').select(['id', 'quota']).where('email', '=', email).executeTakeFirst();
      if (!user) return undefined;
      const own = Object.entries({ ...user.quota, ...change }).filter(([, value]) => value !== null);
      const quota = own.length > 0 ? JSON.stringify(Object.fromEntries(own)) : null;
      await db.updateTable('users').set({ quota }).where('id', '=', user.id).execute();
      return quotaOf(db, ownerOfAccount(user.id));
    },

    /** Forgets how much was rendered long ago. */
    async sweep(): Promise<void> {
      await sql`delete from rendered where day < (now() at time zone 'utc')::date - ${KEPT_DAYS}::int`.execute(db);
    },
  };
}

/** What somebody wants to store; see Wanted. */
export type Room = Pick<Wanted, 'owner' | 'bytes' | 'of'>;

/** @param wanted all that would be stored, bytes. @throws OverQuotaError */
async function makeRoom(change: Kysely<Tables>, owner: string, wanted: number, most: number): Promise<void> {
  if (wanted <= most) return;
  if (wanted - (await removedBytesOf(change, owner)) > most)
    throw new OverQuotaError(owner, undefined, bytesMessage(most));
  await change.deleteFrom('projects').where('owner', '=', owner).where('removed_at', 'is not', null).execute();
}

function bytesMessage(most: number): string {
  return `You store as much as you may: ${gigabytes(most)} GB. Please delete some videos, projects, templates or uploads.`;
}

function jobsMessage(most: number): string {
  return `${most} of your videos are waiting. Please try again when some are done.`;
}

function dayMessage(most: number): string {
  return `You may have ${most} min rendered a day. Please try again tomorrow, or make it shorter.`;
}

function monthMessage(most: number): string {
  return `You may have ${most} min rendered a month. Please try again next month, or make it shorter.`;
}

function gigabytes(bytes: number): string {
  return String(Math.round(bytes / 1e7) / 100);
}

/** What was said of one person; nothing of a session. */
async function ownQuota(db: Kysely<Tables>, owner: string): Promise<Partial<Quota>> {
  const [, id] = /^user:(.+)$/.exec(owner) ?? [];
  if (id === undefined) return {};
  const user = await db.selectFrom('users').select('quota').where('id', '=', id).executeTakeFirst();
  return user?.quota ?? {};
}

/** What waits counts with the length that it will have: so asking for much at once uses the quota at once. */
async function usedBy(db: Kysely<Tables>, owner: string): Promise<Quota> {
  const { rows } = await sql<Record<'jobs' | 'open' | 'day' | 'month', string | number>>`
    with open as (select seconds from videos where owner = ${owner} and status in ('queued', 'rendering')),
      days as (select day, seconds from rendered where owner = ${owner}
        and day >= date_trunc('month', now() at time zone 'utc')::date)
    select (select count(*) from open) as jobs, (select coalesce(sum(seconds), 0) from open) as open,
      (select coalesce(sum(seconds), 0) from days where day = (now() at time zone 'utc')::date) as day,
      (select coalesce(sum(seconds), 0) from days) as month`.execute(db);
  const { jobs = 0, open = 0, day = 0, month = 0 } = rows[0] ?? {};
  return {
    bytes: await bytesOf(db, owner, ''),
    jobs: Number(jobs),
    minutesPerDay: (Number(day) + Number(open)) / 60,
    minutesPerMonth: (Number(month) + Number(open)) / 60,
  };
}

/** @param without id of an upload that is not counted. */
async function bytesOf(db: Kysely<Tables>, owner: string, without: string): Promise<number> {
  const { rows } = await sql<{ bytes: string | number }>`
    select (select coalesce(sum(size), 0) from videos where owner = ${owner})
      + (select coalesce(sum(greatest(size, declared_size)), 0) from uploads
        where owner = ${owner} and status <> 'expired' and id <> ${without})
      + (select coalesce(sum(size), 0) from projects where owner = ${owner})
      + (select coalesce(sum(size), 0) from project_versions where owner = ${owner})
      + (select coalesce(sum(size), 0) from kit_items where owner = ${owner}) as bytes`.execute(db);
  return Number(rows[0]?.bytes ?? 0);
}

/** What is stored of projects that were deleted and can still be had back, bytes. */
async function removedBytesOf(db: Kysely<Tables>, owner: string): Promise<number> {
  const { rows } = await sql<{ bytes: string | number }>`
    with gone as (select id, size from projects where owner = ${owner} and removed_at is not null)
    select (select coalesce(sum(size), 0) from gone)
      + (select coalesce(sum(size), 0) from project_versions
        where owner = ${owner} and project_id in (select id from gone)) as bytes`.execute(db);
  return Number(rows[0]?.bytes ?? 0);
}

/** Days and months are those of UTC, in the database too. */
function nextDay(now = new Date()): number {
  return Date.UTC(now.getUTCFullYear(), now.getUTCMonth(), now.getUTCDate() + 1);
}

function nextMonth(now = new Date()): number {
  return Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + 1, 1);
}

function secondsUntil(time: number): number {
  return Math.max(1, Math.ceil((time - Date.now()) / 1000));
}
