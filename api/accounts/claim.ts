import { sql } from 'kysely';
import type { Database } from '../db/database.ts';

/** Whom what an account makes belongs to. No session's hash has this form. */
export function ownerOfAccount(userId: string): string {
  return `user:${userId}`;
}

/** Tables whose rows belong to somebody. */
const owned = ['videos', 'uploads', 'conversions', 'transcriptions'] as const;

/** Gives all that an anonymous session has made to an account: all of it or, where that fails, nothing. */
export async function claim({ db }: Database, session: string, userId: string): Promise<void> {
  const owner = ownerOfAccount(userId);
  await db.transaction().execute(async (transaction) => {
    // A key tells a request that is sent again from a new one: where both have used the same, the account's stands.
    const used = transaction.selectFrom('videos').select('idempotency_key').where('owner', '=', owner);
    await transaction
      .updateTable('videos')
      .set({ idempotency_key: null })
      .where('owner', '=', session)
      .where('idempotency_key', 'in', used.where(sql<boolean>`idempotency_key is not null`))
      .execute();
    // Nobody gets them any more for their key without a session: its owner has come back.
    await transaction.updateTable('videos').set({ asked_from: null }).where('owner', '=', session).execute();
    for (const table of owned)
      await transaction.updateTable(table).set({ owner, party: owner }).where('owner', '=', session).execute();
    await sql`with moved as (delete from rendered_seconds where owner = ${session} returning day, seconds)
      insert into rendered_seconds (party, owner, day, seconds)
      select ${owner}, ${owner}, day, sum(seconds) from moved group by day
      on conflict (party, owner, day)
      do update set seconds = rendered_seconds.seconds + excluded.seconds`.execute(transaction);
  });
}
