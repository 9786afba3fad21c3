import { randomBytes } from 'node:crypto';
import { type Selectable, sql, type Transaction } from 'kysely';
import type { Database } from '../db/database.ts';
import type { ConfirmationTable, Tables } from '../db/tables.ts';
import { hashSecret } from '../sources/ids.ts';
import { fail } from '../system/serviceError.ts';
import { accountMessages } from './accountError.ts';

/** Lifetime of a link in hours. */
const LINK_HOURS = 24;

/** A link that confirms the address of a new or existing account. */
export type Confirmation = Selectable<ConfirmationTable>;
type NewConfirmation = Partial<Omit<Confirmation, 'id' | 'hash'>> & Pick<Confirmation, 'email'>;

const isValid = sql<boolean>`expires_at > now()`;
const expiry = sql<Date>`now() + ${LINK_HOURS} * interval '1 hour'`;
const newToken = () => randomBytes(32).toString('base64url');

/** Adds a link without a known token, see issue; an account's earlier links become invalid. @returns its id. */
export async function addConfirmation(transaction: Transaction<Tables>, row: NewConfirmation): Promise<string> {
  if (row.user_id) await cancelConfirmations(transaction, row.user_id);
  const empty = { name: null, password: null, browser: null, user_id: null };
  const added = transaction
    .insertInto('confirmations')
    .values({ ...empty, ...row, hash: hashSecret(newToken()), expires_at: expiry });
  return (await added.returning('id').executeTakeFirstOrThrow()).id;
}

/** Invalidates all links of an account. */
export async function cancelConfirmations(db: Database['db'], userId: string): Promise<void> {
  await db.deleteFrom('confirmations').where('user_id', '=', userId).execute();
}

/** Opens the links of a database; only hashes of their tokens are stored. */
export function openConfirmations({ db }: Pick<Database, 'db'>) {
  const gone = () => fail('gone', accountMessages.oldConfirmation);
  return {
    /** @returns undefined if the link was replaced or canceled. */
    get: (id: string): Promise<Confirmation | undefined> =>
      db.selectFrom('confirmations').selectAll().where('id', '=', id).executeTakeFirst(),

    /** Creates the token of a link, which replaces an earlier one. @returns undefined if the link is gone. */
    async issue(id: string): Promise<string | undefined> {
      const token = newToken();
      const set = { hash: hashSecret(token), expires_at: expiry };
      const row = db.updateTable('confirmations').set(set).where('id', '=', id).returning('id');
      return (await row.executeTakeFirst()) && token;
    },

    /** @throws ServiceError 410 */
    async find(token: string): Promise<Confirmation> {
      const found = db.selectFrom('confirmations').selectAll().where('hash', '=', hashSecret(token)).where(isValid);
      const row = await found.executeTakeFirst();
      if (!row) throw gone();
      return row;
    },

    /** Redeems a link. @throws ServiceError 410 for the later of two concurrent calls */
    async redeem(token: string): Promise<void> {
      const redeemed = db.deleteFrom('confirmations').where('hash', '=', hashSecret(token)).where(isValid);
      if (!(await redeemed.returning('hash').executeTakeFirst())) throw gone();
    },
  };
}
