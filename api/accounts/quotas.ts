import { type Kysely, sql } from 'kysely';
import { type Quota, type QuotaChange, type QuotaUse, quotaKinds } from '../contract/quota.ts';
import type { Database } from '../db/database.ts';
import type { Tables } from '../db/tables.ts';
import { OverQuotaError, type UploadRequest } from '../sources/uploadLimits.ts';
import { ownerOfAccount } from './claim.ts';

/** The default quota: no limits. */
export const noQuota: Quota = { bytes: 0, jobs: 0, minutesPerDay: 0, minutesPerMonth: 0 };

/** Days that rendered seconds are retained. */
const KEPT_DAYS = 62;
/** Suggested delay in seconds before a client over its job quota tries again. */
const JOB_SECONDS = 30;

/** The quotas of parties and their use. */
export type Quotas = ReturnType<typeof createQuotas>;

/**
 * Creates the quotas.
 * @param usual quota of parties whose account has none of its own.
 */
export function createQuotas({ db }: Pick<Database, 'db'>, usual: Quota = noQuota, hasAccounts = true) {
  const isLimited = (quota: Quota) => quotaKinds.some((kind) => quota[kind] > 0);
  const quotaOf = async (change: Kysely<Tables>, party: string): Promise<Quota> => ({
    ...usual,
    ...(await ownQuota(change, party)),
  });
  const waiting = (party: string, most: number) => waitingMessage(party, most, hasAccounts);
  return {
    /** Message that a party has too many waiting videos. */
    waitingMessage: waiting,

    /** Returns a party's use of each quota, limited or not. */
    async use(party: string): Promise<QuotaUse> {
      const [quota, used] = [await quotaOf(db, party), await usedBy(db, party)];
      return Object.fromEntries(
        quotaKinds.map((kind) => [kind, { used: used[kind], limit: quota[kind] || null }]),
      ) as QuotaUse;
    },

    /**
     * Checks that a party may store more bytes. Deletes removed projects permanently, but only if that frees enough
     * space.
     * @param change the transaction that stores them. @throws OverQuotaError
     */
    async expectRoom(change: Kysely<Tables>, { party, bytes, of = '' }: Room): Promise<void> {
      const { bytes: most } = await quotaOf(change, party);
      if (most > 0) await makeRoom(change, party, (await bytesOf(change, party, of)) + bytes, most);
    },

    /**
     * Checks that a party may render something. @param seconds length of the result. @param change the transaction that
     * adds it. @throws OverQuotaError
     */
    async expectRender(party: string, seconds: number, change: Kysely<Tables> = db): Promise<void> {
      const quota = await quotaOf(change, party);
      if (!isLimited(quota)) return;
      const used = await usedBy(change, party);
      // A video's size is unknown before it is done: at least one byte must be free.
      if (quota.bytes > 0) await makeRoom(change, party, used.bytes + 1, quota.bytes);
      if (quota.jobs > 0 && used.jobs >= quota.jobs)
        throw new OverQuotaError(party, JOB_SECONDS, waiting(party, quota.jobs));
      const minutes = seconds / 60;
      if (quota.minutesPerDay > 0 && used.minutesPerDay + minutes > quota.minutesPerDay)
        throw new OverQuotaError(party, secondsUntil(nextDay()), dayMessage(quota.minutesPerDay));
      if (quota.minutesPerMonth > 0 && used.minutesPerMonth + minutes > quota.minutesPerMonth)
        throw new OverQuotaError(party, secondsUntil(nextMonth()), monthMessage(quota.minutesPerMonth));
    },

    /**
     * Changes a user's quota. @param change null values reset to the default. @returns the resulting quota; undefined
     * if the user does not exist.
     */
    async change(email: string, change: QuotaChange): Promise<Quota | undefined> {
      const user = await db.selectFrom('users').select(['id', 'quota']).where('email', '=', email).executeTakeFirst();
      if (!user) return undefined;
      const own = Object.entries({ ...user.quota, ...change }).filter(([, value]) => value !== null);
      const quota = own.length > 0 ? JSON.stringify(Object.fromEntries(own)) : null;
      await db.updateTable('users').set({ quota }).where('id', '=', user.id).execute();
      return quotaOf(db, ownerOfAccount(user.id));
    },

    /** Deletes old records of rendered seconds. */
    async sweep(): Promise<void> {
      await sql`delete from rendered_seconds where day < (now() at time zone 'utc')::date - ${KEPT_DAYS}::int`.execute(
        db,
      );
    },
  };
}

/** Bytes that a party requests; see UploadRequest. */
export type Room = Pick<UploadRequest, 'party' | 'bytes' | 'of'>;

/** Frees space for a party. @param needed total bytes afterwards. @throws OverQuotaError */
async function makeRoom(change: Kysely<Tables>, party: string, needed: number, most: number): Promise<void> {
  if (needed <= most) return;
  if (needed - (await removedBytesOf(change, party)) > most)
    throw new OverQuotaError(party, undefined, bytesMessage(most));
  await change.deleteFrom('projects').where('owner', '=', party).where('removed_at', 'is not', null).execute();
}

function bytesMessage(most: number): string {
  return `You’ve reached your storage limit of ${gigabytes(most)} GB. Delete some videos, projects, templates or uploads.`;
}

/**
 * Message that a party has too many waiting videos. Visitors without an account share a limit per network: the message
 * explains why other people's videos count.
 */
function waitingMessage(party: string, most: number, hasAccounts: boolean): string {
  if (isAccount(party)) return `${most} of your videos are waiting. Please try again when some are done.`;
  return hasAccounts
    ? `${most} videos of people on your network are waiting. Please try again when some are done, or sign in: an account has a limit of its own.`
    : `${most} videos of people on your network are waiting. Please try again when some are done.`;
}

function dayMessage(most: number): string {
  return `Your limit is ${most} min of rendering per day. Try again tomorrow, or choose a shorter length.`;
}

function monthMessage(most: number): string {
  return `Your limit is ${most} min of rendering per month. Try again next month, or choose a shorter length.`;
}

function gigabytes(bytes: number): string {
  return String(Math.round(bytes / 1e7) / 100);
}

function isAccount(party: string): boolean {
  return party.startsWith('user:');
}

/** Returns an account's own quota; empty for a network. */
async function ownQuota(db: Kysely<Tables>, party: string): Promise<Partial<Quota>> {
  const [, id] = /^user:(.+)$/.exec(party) ?? [];
  if (id === undefined) return {};
  const user = await db.selectFrom('users').select('quota').where('id', '=', id).executeTakeFirst();
  return user?.quota ?? {};
}

/** Waiting videos count with their expected length, so that many requests at once use the quota at once. */
async function usedBy(db: Kysely<Tables>, party: string): Promise<Quota> {
  const { rows } = await sql<Record<'jobs' | 'open' | 'day' | 'month', string | number>>`
    with open as (select seconds from videos where party = ${party} and state in ('queued', 'running')),
      days as (select day, seconds from rendered_seconds where party = ${party}
        and day >= date_trunc('month', now() at time zone 'utc')::date)
    select (select count(*) from open) as jobs, (select coalesce(sum(seconds), 0) from open) as open,
      (select coalesce(sum(seconds), 0) from days where day = (now() at time zone 'utc')::date) as day,
      (select coalesce(sum(seconds), 0) from days) as month`.execute(db);
  const { jobs = 0, open = 0, day = 0, month = 0 } = rows[0] ?? {};
  return {
    bytes: await bytesOf(db, party, ''),
    jobs: Number(jobs),
    minutesPerDay: (Number(day) + Number(open)) / 60,
    minutesPerMonth: (Number(month) + Number(open)) / 60,
  };
}

/**
 * Only accounts have projects and kits, and an account is its own party. @param without id of an upload that is not
 * counted.
 */
async function bytesOf(db: Kysely<Tables>, party: string, without: string): Promise<number> {
  const { rows } = await sql<{ bytes: string | number }>`
    select (select coalesce(sum(size), 0) from videos where party = ${party})
      + (select coalesce(sum(greatest(size, declared_size)), 0) from uploads
        where party = ${party} and status <> 'expired' and id <> ${without})
      + (select coalesce(sum(size), 0) from projects where owner = ${party})
      + (select coalesce(sum(size), 0) from project_versions where owner = ${party})
      + (select coalesce(sum(size), 0) from kit_items where owner = ${party}) as bytes`.execute(db);
  return Number(rows[0]?.bytes ?? 0);
}

/** Returns the bytes of deleted projects that can still be restored. */
async function removedBytesOf(db: Kysely<Tables>, party: string): Promise<number> {
  const { rows } = await sql<{ bytes: string | number }>`
    with gone as (select id, size from projects where owner = ${party} and removed_at is not null)
    select (select coalesce(sum(size), 0) from gone)
      + (select coalesce(sum(size), 0) from project_versions
        where owner = ${party} and project_id in (select id from gone)) as bytes`.execute(db);
  return Number(rows[0]?.bytes ?? 0);
}

/** Days and months are in UTC, as in the database. */
function nextDay(now = new Date()): number {
  return Date.UTC(now.getUTCFullYear(), now.getUTCMonth(), now.getUTCDate() + 1);
}

function nextMonth(now = new Date()): number {
  return Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + 1, 1);
}

function secondsUntil(time: number): number {
  return Math.max(1, Math.ceil((time - Date.now()) / 1000));
}
