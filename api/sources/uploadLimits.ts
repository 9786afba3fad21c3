import { sql } from 'kysely';
import type { Database } from '../db/database.ts';

/** How many and how large uploads may be, and how long one may rest. 0: without end. */
export interface UploadLimits {
  /** Hours after which an upload that nobody writes to is given up. */
  hours: number;
  /** Days after which a finished upload goes that nobody has used. */
  days: number;
  /** Uploads that one party may begin in an hour. */
  perHour: number;
  /** Bytes that one party may hold. */
  bytesHeld: number;
}

/** The limits unless told otherwise. */
export const usualUploadLimits: UploadLimits = { hours: 24, days: 90, perHour: 5000, bytesHeld: 50_000_000_000 };

/** A party has uploaded as much as may be. */
export class OverQuotaError extends Error {
  override name = 'OverQuotaError';
  /** @param seconds when it is worth trying again; undefined: not before something is deleted. */
  constructor(
    readonly party: string,
    readonly seconds: number | undefined,
    message = 'You’ve reached your upload limit. Please try again later.',
  ) {
    super(message);
  }
}

/** What a party wants to upload. */
export interface Wanted {
  party: string;
  /** Uploads that are begun. */
  count: number;
  bytes: number;
  /** Id of an upload that `bytes` are all of, which what is held of it is part of. */
  of?: string | undefined;
}

/**
 * How long a party has to wait before so many uploads of so many bytes may begin, seconds; 0: not at all.
 * Of bytes that are held nobody knows when they go: then it is an hour.
 */
export async function waitOf(
  db: Database['db'],
  { perHour, bytesHeld }: UploadLimits,
  { party, count, bytes, of = '' }: Wanted,
): Promise<number> {
  const held = await db
    .selectFrom('uploads')
    .select(sql<string>`coalesce(sum(greatest(size, declared_size)), 0)`.as('bytes'))
    .where('party', '=', party)
    .where('status', '<>', 'expired')
    .where('id', '<>', of)
    .executeTakeFirstOrThrow();
  if (bytesHeld > 0 && Number(held.bytes) + bytes > bytesHeld) return 3600;
  if (perHour === 0) return 0;
  // Uploads from the future, as after the clock was set back, do not count.
  // The newest upload that must be older than an hour before as many may follow.
  const { rows } = await sql<{ wait: string | number }>`
    select ceil(extract(epoch from created_at + interval '1 hour' - now())) as wait from uploads
    where party = ${party} and created_at > now() - interval '1 hour' and created_at <= now()
    order by created_at desc offset ${Math.max(0, perHour - count)} limit 1`.execute(db);
  return rows[0] ? Math.max(1, Number(rows[0].wait)) : 0;
}
