import { randomBytes } from 'node:crypto';
import { sql } from 'kysely';
import type { Database } from '../db/database.ts';
import { hashSecret } from '../sources/ids.ts';

/** Emails with a link that one account gets in an hour. */
const EMAILS_PER_HOUR = 5;

/** Links with which people set a new password: at most one of an account works. */
export interface Resets {
  /**
   * Makes a link and ends the one before it.
   * @returns its token; undefined if the account has got enough emails for now. The link in the last of them then works.
   */
  issue(userId: string): Promise<string | undefined>;
  /** Uses a link up. @returns id of its account; undefined for a link that was used, replaced or is more than an hour old. */
  consume(token: string): Promise<string | undefined>;
  /** Ends the link of an account. */
  revoke(userId: string): Promise<void>;
  /** Deletes links that no longer work. */
  sweep(): Promise<void>;
}

/**
 * Opens the links for new passwords. The database's clock times them, which may be set: a link made less than an hour
 * ahead of it works, so that setting the clock back by up to an hour does not end links that were just sent.
 */
export function openResets({ db }: Pick<Database, 'db'>): Resets {
  const isRecent = (column: string) =>
    sql<boolean>`${sql.ref(column)} between now() - interval '1 hour' and now() + interval '1 hour'`;
  return {
    async issue(userId) {
      const token = randomBytes(32).toString('base64url');
      // Silent only while a link works: strangers can ask too, and must not keep the owner out.
      const { rows } = await sql`
        insert into password_resets as r (user_id, hash, made_at, window_began, sent)
        values (${userId}, ${hashSecret(token)}, now(), now(), 1)
        on conflict (user_id) do update set hash = excluded.hash, made_at = now(),
          window_began = case when ${isRecent('r.window_began')} then r.window_began else now() end,
          sent = case when ${isRecent('r.window_began')} then r.sent + 1 else 1 end
        where r.sent < ${EMAILS_PER_HOUR} or not ${isRecent('r.made_at')} or not ${isRecent('r.window_began')}
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
