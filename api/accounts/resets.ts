import { randomBytes } from 'node:crypto';
import { sql } from 'kysely';
import type { Database } from '../db/database.ts';
import { hashSecret } from '../sources/ids.ts';

/** Reset emails per account and hour. */
const EMAILS_PER_HOUR = 5;

/** Password reset links: at most one per account is valid. */
export interface Resets {
  /**
   * Creates a link and invalidates the previous one. @param isRetry whether an earlier try to email it failed: then it
   * is not counted again.
   * @returns its token; undefined if the account has received enough emails for now. The last link stays valid then.
   */
  issue(userId: string, isRetry?: boolean): Promise<string | undefined>;
  /**
   * Redeems a link. @returns its account's id; undefined if the link was used, replaced or is more than an hour old.
   */
  consume(token: string): Promise<string | undefined>;
  /** Invalidates the link of an account. */
  revoke(userId: string): Promise<void>;
  /** Deletes invalid links. */
  sweep(): Promise<void>;
}

/**
 * Opens the reset links, timed by the database's clock. A link from up to an hour in the future is valid, so that
 * setting the clock back by an hour does not invalidate recent links.
 */
export function openResets({ db }: Pick<Database, 'db'>): Resets {
  const isRecent = (column: string) =>
    sql<boolean>`${sql.ref(column)} between now() - interval '1 hour' and now() + interval '1 hour'`;
  return {
    async issue(userId, isRetry = false) {
      const token = randomBytes(32).toString('base64url');
      // Sends nothing only while a link is valid: strangers can also request links and must not lock the owner out.
      const { rows } = await sql`
        insert into password_resets as r (user_id, hash, made_at, window_began, sent)
        values (${userId}, ${hashSecret(token)}, now(), now(), 1)
        on conflict (user_id) do update set hash = excluded.hash, made_at = now(),
          window_began = case when ${isRecent('r.window_began')} then r.window_began else now() end,
          sent = case when ${isRecent('r.window_began')} then r.sent + ${isRetry ? 0 : 1} else 1 end
        where ${isRetry} or r.sent < ${EMAILS_PER_HOUR} or not ${isRecent('r.made_at')} or not ${isRecent('r.window_began')}
        returning user_id`.execute(db);
      return rows.length > 0 ? token : undefined;
    },
    async consume(token) {
      const { rows } = await sql<{ user_id: string; works: boolean }>`
        delete from password_resets where hash = ${hashSecret(token)}
        returning user_id, ${isRecent('made_at')} as works`.execute(db);
      return rows[0]?.works ? rows[0].user_id : undefined;
    },
    revoke: async (userId) => void (await db.deleteFrom('password_resets').where('user_id', '=', userId).execute()),
    sweep: async () => void (await sql`delete from password_resets where not (${isRecent('made_at')})`.execute(db)),
  };
}
