import * as z from 'zod';

/** What an owner may use: bytes that they store, videos that wait or are rendered at a time, and minutes of results a day and a month (UTC). */
export const quotaKinds = ['bytes', 'jobs', 'minutesPerDay', 'minutesPerMonth'] as const;

const limit = z.number().min(0).max(1e15);
const whole = limit.int();

/** How much of each one may use; 0: as much as one likes. */
export const quota = z.object({ bytes: whole, jobs: whole, minutesPerDay: limit, minutesPerMonth: limit });

/** What is changed of one person's; null: what everybody may. */
export const quotaChange = z
  .object({
    bytes: whole.nullable(),
    jobs: whole.nullable(),
    minutesPerDay: limit.nullable(),
    minutesPerMonth: limit.nullable(),
  })
  .partial();

const use = z.object({ used: z.number(), limit: z.number().nullable() });
/** How much of each is used; `limit` null: there is none. */
export const quotaUse = z.object({ bytes: use, jobs: use, minutesPerDay: use, minutesPerMonth: use });

/** How much of each one may use. */
export type Quota = z.infer<typeof quota>;
/** What is changed of one person's. */
export type QuotaChange = z.infer<typeof quotaChange>;
/** How much of each is used. */
export type QuotaUse = z.infer<typeof quotaUse>;
