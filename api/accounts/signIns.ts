import { sql } from 'kysely';
import type { Database } from '../db/database.ts';
import { hashSecret } from '../sources/ids.ts';
import { type Device, deviceOf } from './device.ts';

/** A sign-in as shown to its owner. */
export interface SignInRow extends Device {
  id: string;
  createdAt: Date;
  usedAt: Date;
  isCurrent: boolean;
}

/** Signed-in browsers. */
export interface SignIns {
  /** Lists a user's sign-ins, last used first. @param secret of the current sign-in, which is marked. */
  list(userId: string, secret: string | undefined): Promise<SignInRow[]>;
  /** Ends one of a user's sign-ins. @returns its row; undefined if it does not exist. */
  end(userId: string, id: string, secret: string): Promise<{ isCurrent: boolean } | undefined>;
}

/** Format of the library's ids; other strings are not looked up. */
const idForm = /^[A-Za-z0-9]{1,64}$/;

/** Opens the sign-ins of a database. */
export function openSignIns({ db }: Database): SignIns {
  return {
    async list(userId, secret) {
      const current = secret === undefined ? '' : hashSecret(secret);
      const rows = await db
        .selectFrom('sign_ins')
        .select(['id', 'token', 'user_agent', 'created_at', 'used_at'])
        .where('user_id', '=', userId)
        .where('expires_at', '>', sql<Date>`now()`)
        .orderBy('used_at', 'desc')
        .orderBy('created_at', 'desc')
        .execute();
      return rows.map(({ id, token, user_agent, created_at, used_at }) => ({
        ...{ id, ...deviceOf(user_agent), isCurrent: token === current },
        ...{ createdAt: new Date(created_at), usedAt: new Date(used_at) },
      }));
    },
    async end(userId, id, secret) {
      if (!idForm.test(id)) return undefined;
      const ended = db.deleteFrom('sign_ins').where('id', '=', id).where('user_id', '=', userId).returning('token');
      const row = await ended.executeTakeFirst();
      return row && { isCurrent: row.token === hashSecret(secret) };
    },
  };
}
