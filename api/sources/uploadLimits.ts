import { sql } from 'kysely';
import type { Database } from '../db/database.ts';
import { ServiceError } from '../system/serviceError.ts';

/** Limits of uploads. 0: unlimited. */
export interface UploadLimits {
  /** Hours without a write after which an unfinished upload expires. */
  hours: number;
  /** Days without use after which a finished upload expires. */
  days: number;
  /** New uploads per party and hour. */
  perHour: number;
  /** Stored bytes per party. */
  storedBytes: number;
}

/** Default limits. */
export const usualUploadLimits: UploadLimits = { hours: 24, days: 90, perHour: 5000, storedBytes: 50_000_000_000 };

/** The party has reached its upload quota. */
export class OverQuotaError extends ServiceError {
  override name = 'OverQuotaError';
  /** @param seconds before the next try; undefined: something must be deleted first. */
  constructor(
    readonly party: string,
    seconds: number | undefined,
    message = 'You’ve reached your upload limit. Please try again later.',
  ) {
    super(seconds === undefined ? 'quota' : 'too-many-requests', message, { retryAfter: seconds });
  }
}

/** What a party wants to upload. */
export interface UploadRequest {
  party: string;
  /** Number of new uploads. */
  count: number;
  bytes: number;
  /** Id of an existing upload whose total is `bytes`, so that its stored bytes do not count twice. */
  of?: string | undefined;
}

/**
 * Returns the seconds that a party must wait before these uploads may start; 0: none. If stored bytes exceed the limit,
 * it is unknown when they are deleted: then an hour.
 */
export async function waitOf(
  db: Database['db'],
  { perHour, storedBytes }: UploadLimits,
  { party, count, bytes, of = '' }: UploadRequest,
): Promise<number> {
  const stored = await db
    .selectFrom('uploads')
    .select(sql<string>`coalesce(sum(greatest(size, declared_size)), 0)`.as('bytes'))
    .where('party', '=', party)
    .where('status', '<>', 'expired')
    .where('id', '<>', of)
    .executeTakeFirstOrThrow();
  if (storedBytes > 0 && Number(stored.bytes) + bytes > storedBytes) return 3600;
  if (perHour === 0) return 0;
  // Uploads from the future (after the clock was set back) do not count. Finds the latest upload that must become older
  // than an hour first.
  const { rows } = await sql<{ wait: string | number }>`
    select ceil(extract(epoch from created_at + interval '1 hour' - now())) as wait from uploads
    where party = ${party} and created_at > now() - interval '1 hour' and created_at <= now()
    order by created_at desc offset ${Math.max(0, perHour - count)} limit 1`.execute(db);
  return rows[0] ? Math.max(1, Number(rows[0].wait)) : 0;
}
