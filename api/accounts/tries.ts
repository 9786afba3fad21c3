import { sql } from 'kysely';
import type { Database } from '../db/database.ts';
import { hashSecret } from '../sources/ids.ts';

/** A limit of tries per key; only the key's hash is stored. */
export interface TryLimit {
  key: string;
  most: number;
  /** Length of the window in seconds, at most LONGEST_SECONDS. */
  seconds: number;
}

/** Longest window of a limit, in seconds. */
const LONGEST_SECONDS = 3600;

/** Counts sign-in tries across all processes of a database. */
export interface Tries {
  /**
   * Counts a try under each key, stopping at the first exceeded limit. @returns seconds until that window ends; 0 if
   * none is exceeded.
   */
  count(limits: readonly TryLimit[]): Promise<number>;
  /** Takes back a successful try. */
  uncount(limits: readonly TryLimit[]): Promise<void>;
  /** Deletes expired windows. */
  sweep(): Promise<void>;
}

/**
 * Opens the counters. A window that starts in the future, after the clock was set back, counts as expired, so that it
 * locks nobody out.
 */
export function openTries({ db }: Pick<Database, 'db'>): Tries {
  const isOpen = (seconds: number) =>
    sql<boolean>`t.began > now() - make_interval(secs => ${seconds}) and t.began <= now()`;
  const countOne = async ({ key, most, seconds }: TryLimit): Promise<number> => {
    const { rows } = await sql<{ count: number; left: string | number }>`
      insert into sign_in_tries as t (key, began, count) values (${hashSecret(key)}, now(), 1)
      on conflict (key) do update set
        began = case when ${isOpen(seconds)} then t.began else now() end,
        count = case when ${isOpen(seconds)} then t.count + 1 else 1 end
      returning count, ceil(extract(epoch from began - now()) + ${seconds}) as left`.execute(db);
    const [row] = rows;
    return row && row.count > most ? Math.max(1, Number(row.left)) : 0;
  };
  return {
    async count(limits) {
      for (const limit of limits) {
        const seconds = await countOne(limit);
        if (seconds > 0) return seconds;
      }
      return 0;
    },
    async uncount(limits) {
      const keys = limits.map(({ key }) => hashSecret(key));
      const less = sql<number>`greatest(count - 1, 0)`;
      await db.updateTable('sign_in_tries').set({ count: less }).where('key', 'in', keys).execute();
    },
    async sweep() {
      await sql`delete from sign_in_tries t where not (${isOpen(LONGEST_SECONDS)})`.execute(db);
    },
  };
}
