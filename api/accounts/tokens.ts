import { randomBytes } from 'node:crypto';
import { sql } from 'kysely';
import type { Database } from '../db/database.ts';
import { hashSecret, isSecretId, newSecretId } from '../sources/ids.ts';
import { type Person, toPerson } from './person.ts';

/** Most tokens per account. */
const MAX_TOKENS = 50;

/** A token as listed for its owner; the token itself is only shown when it is created. */
export interface TokenRow {
  id: string;
  name: string;
  created_at: Date;
  used_at: Date | null;
}

/** API tokens, with which scripts act for their owner. */
export interface Tokens {
  /** Creates a token. @returns undefined if the account has reached the limit. */
  make(userId: string, name: string): Promise<(TokenRow & { token: string }) | undefined>;
  list(userId: string): Promise<TokenRow[]>;
  /** Revokes a token. @returns whether it existed. */
  revoke(userId: string, id: string): Promise<boolean>;
  revokeAll(userId: string): Promise<void>;
  /** Finds the owner of a token; undefined if it is unknown. */
  find(token: string): Promise<Person | undefined>;
}

/** Opens the tokens of a database. */
export function openTokens({ db }: Database): Tokens {
  const shown = ['id', 'name', 'created_at', 'used_at'] as const;
  return {
    async make(userId, name) {
      const token = `cutroom_${randomBytes(32).toString('base64url')}`;
      if ((await this.list(userId)).length >= MAX_TOKENS) return undefined;
      const row = { id: newSecretId(), hash: hashSecret(token), user_id: userId, name };
      const made = await db.insertInto('api_tokens').values(row).returning(shown).executeTakeFirstOrThrow();
      return { ...made, token };
    },
    async list(userId) {
      const rows = db
        .selectFrom('api_tokens')
        .select(shown)
        .where('user_id', '=', userId)
        .orderBy('created_at', 'desc');
      return rows.execute();
    },
    async revoke(userId, id) {
      if (!isSecretId(id)) return false;
      const gone = db.deleteFrom('api_tokens').where('id', '=', id).where('user_id', '=', userId).returning('id');
      return (await gone.executeTakeFirst()) !== undefined;
    },
    revokeAll: async (userId) => void (await db.deleteFrom('api_tokens').where('user_id', '=', userId).execute()),
    async find(token) {
      const hash = hashSecret(token);
      const found = await db
        .selectFrom('api_tokens')
        .innerJoin('users', 'users.id', 'api_tokens.user_id')
        .select([
          'users.id',
          'users.email',
          'users.email_verified',
          'users.name',
          'users.has_subscription',
          'users.two_factor',
          'api_tokens.used_at',
        ])
        .where('api_tokens.hash', '=', hash)
        .executeTakeFirst();
      if (!found) return undefined;
      // Recorded once a minute, to limit writes.
      if (!found.used_at || Math.abs(Date.now() - new Date(found.used_at).getTime()) > 60_000)
        await db.updateTable('api_tokens').set({ used_at: sql<Date>`now()` }).where('hash', '=', hash).execute();
      const { email_verified: emailVerified, has_subscription: hasSubscription, two_factor: twoFactorEnabled } = found;
      return toPerson({ ...found, emailVerified, hasSubscription, twoFactorEnabled });
    },
  };
}
