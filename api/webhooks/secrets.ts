import { sql } from 'kysely';
import type { Database } from '../db/database.ts';
import { newWebhookSecret } from '../system/webhookSignature.ts';

/** For so long a secret signs beside the one that took its place, hours. */
const FORMER_HOURS = 24;

/** A secret that was just made. */
export interface MadeSecret {
  secret: string;
  madeAt: Date;
  /** Until when the one before signs too; undefined where there was none. */
  formerUntil: Date | undefined;
}

/** The secrets that webhooks are signed with. */
export type WebhookSecrets = ReturnType<typeof openWebhookSecrets>;

/** Opens the secrets of a database. @param ofOperator signs where nobody has signed in; undefined: then there are no webhooks. */
export function openWebhookSecrets({ db }: Pick<Database, 'db'>, ofOperator: string | undefined) {
  const ofUser = (userId: string) => db.selectFrom('webhook_secrets').where('user_id', '=', userId);
  return {
    /** Since when an account has the secret that it has; undefined where it has none. */
    async madeAt(userId: string): Promise<Date | undefined> {
      return (await ofUser(userId).select('made_at').executeTakeFirst())?.made_at;
    },

    /** Whether what is told for an account, or without one, can be signed. */
    async canSign(userId: string | null): Promise<boolean> {
      return userId === null ? ofOperator !== undefined : (await this.madeAt(userId)) !== undefined;
    },

    /** Gives an account a new secret; the one before signs too for a while. */
    async make(userId: string): Promise<MadeSecret> {
      const row = await db
        .insertInto('webhook_secrets')
        .values({ user_id: userId, secret: newWebhookSecret() })
        .onConflict((conflict) =>
          conflict.column('user_id').doUpdateSet({
            secret: sql<string>`excluded.secret`,
            former: sql<string>`webhook_secrets.secret`,
            made_at: sql<Date>`now()`,
          }),
        )
        .returning(['secret', 'former', 'made_at'])
        .executeTakeFirstOrThrow();
      const until = new Date(row.made_at.getTime() + FORMER_HOURS * 3600_000);
      return { secret: row.secret, madeAt: row.made_at, formerUntil: row.former === null ? undefined : until };
    },

    /** All that sign now, the newest first. */
    async all(userId: string | null): Promise<string[]> {
      if (userId === null) return ofOperator === undefined ? [] : [ofOperator];
      const isFormer = sql<boolean>`made_at > now() - ${FORMER_HOURS} * interval '1 hour'`.as('signs_too');
      const row = await ofUser(userId).select(['secret', 'former', isFormer]).executeTakeFirst();
      if (!row) return [];
      return row.former !== null && row.signs_too ? [row.secret, row.former] : [row.secret];
    },
  };
}
