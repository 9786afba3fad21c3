import * as z from 'zod';

/** Quotas of an owner: stored bytes, concurrent open videos, and minutes of results per day and month (UTC). */
export const quotaKinds = ['bytes', 'jobs', 'minutesPerDay', 'minutesPerMonth'] as const;

const limit = z.number().min(0).max(1e15);
const whole = limit.int();

/** Limits; 0: unlimited. */
export const quota = z.object({ bytes: whole, jobs: whole, minutesPerDay: limit, minutesPerMonth: limit });

/** A change of one user's limits; null: the default. */
export const quotaChange = z
  .object({
    bytes: whole.nullable(),
    jobs: whole.nullable(),
    minutesPerDay: limit.nullable(),
    minutesPerMonth: limit.nullable(),
  })
  .partial();

const use = z.object({ used: z.number(), limit: z.number().nullable() });
/** Use of each quota; `limit` null: unlimited. */
export const quotaUse = z.object({ bytes: use, jobs: use, minutesPerDay: use, minutesPerMonth: use });

/** Limits of an owner. */
export type Quota = z.infer<typeof quota>;
/** A change of one user's limits. */
export type QuotaChange = z.infer<typeof quotaChange>;
/** Use of each quota. */
export type QuotaUse = z.infer<typeof quotaUse>;
