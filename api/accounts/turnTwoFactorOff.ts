import type { Database } from '../db/database.ts';

/** Turns off a user's two-factor authentication without a password; for operators. */
export async function turnTwoFactorOff({ db }: Database, email: string): Promise<void> {
  await db.transaction().execute(async (transaction) => {
    const person = transaction.updateTable('users').set({ two_factor: false }).where('email', '=', email);
    const row = await person.returning('id').executeTakeFirst();
    if (row) await transaction.deleteFrom('two_factors').where('user_id', '=', row.id).execute();
  });
}
