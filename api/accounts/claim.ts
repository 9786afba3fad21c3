import { sql } from 'kysely';
import type { Database } from '../db/database.ts';

/** Returns the owner id of an account. No session hash has this form. */
export function ownerOfAccount(userId: string): string {
  return `user:${userId}`;
}

/** Tables with an owner column. */
const owned = ['videos', 'uploads', 'conversions', 'transcriptions'] as const;

/** Moves all data of an anonymous session to an account, in one transaction. */
export async function claim({ db }: Database, session: string, userId: string): Promise<void> {
  const owner = ownerOfAccount(userId);
  await db.transaction().execute(async (transaction) => {
    // Idempotency keys are unique per owner: if both used the same one, the account's remains.
    const used = transaction.selectFrom('videos').select('idempotency_key').where('owner', '=', owner);
    await transaction
      .updateTable('videos')
      .set({ idempotency_key: null })
      .where('owner', '=', session)
      .where('idempotency_key', 'in', used.where(sql<boolean>`idempotency_key is not null`))
      .execute();
    // Ends replays without a session: the owner has returned.
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
