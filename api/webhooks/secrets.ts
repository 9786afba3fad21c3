import { sql } from 'kysely';
import type { Database } from '../db/database.ts';
import { newWebhookSecret } from '../system/webhookSignature.ts';

/** Hours that a replaced secret also signs. */
const FORMER_HOURS = 24;

/** A newly created secret. */
export interface MadeSecret {
  secret: string;
  madeAt: Date;
  /** How long the previous one also signs; undefined if there was none. */
  formerUntil: Date | undefined;
}

/** Signing secrets of webhooks. */
export type WebhookSecrets = ReturnType<typeof openWebhookSecrets>;

/** Opens the secrets of a database. @param ofOperator signs webhooks without an account; undefined: there are none. */
export function openWebhookSecrets({ db }: Pick<Database, 'db'>, ofOperator: string | undefined) {
  const ofUser = (userId: string) => db.selectFrom('webhook_secrets').where('user_id', '=', userId);
  return {
    /** Returns when an account's secret was created; undefined if it has none. */
    async madeAt(userId: string): Promise<Date | undefined> {
      return (await ofUser(userId).select('made_at').executeTakeFirst())?.made_at;
    },

    /** Whether webhooks of an account, or without one, can be signed. */
    async canSign(userId: string | null): Promise<boolean> {
      return userId === null ? ofOperator !== undefined : (await this.madeAt(userId)) !== undefined;
    },

    /** Creates a new secret; the previous one also signs for a while. */
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

    /** Returns all current secrets, newest first. */
    async all(userId: string | null): Promise<string[]> {
      if (userId === null) return ofOperator === undefined ? [] : [ofOperator];
      const isFormer = sql<boolean>`made_at > now() - ${FORMER_HOURS} * interval '1 hour'`.as('signs_too');
      const row = await ofUser(userId).select(['secret', 'former', isFormer]).executeTakeFirst();
      if (!row) return [];
      return row.former !== null && row.signs_too ? [row.secret, row.former] : [row.secret];
    },
  };
}
