import type { Database } from '../db/database.ts';

/** Turns a person's two-factor authentication off without a password: for the operator. */
export async function turnTwoFactorOff({ db }: Database, email: string): Promise<void> {
  await db.transaction().execute(async (transaction) => {
    const person = transaction.updateTable('users').set({ two_factor: false }).where('email', '=', email);
    const row = await person.returning('id').executeTakeFirst();
    if (row) await transaction.deleteFrom('two_factors').where('user_id', '=', row.id).execute();
  });
}
