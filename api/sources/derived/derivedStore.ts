import { sql } from 'kysely';
import type { DerivedKind, StoredKind } from '../../contract/derivedAddress.ts';
import type { Database } from '../../db/database.ts';
import type { DerivationRow } from '../../db/tables.ts';
import { createHeartbeatWatch } from '../../jobs/heartbeatWatch.ts';
import { type Attempt, type Claiming, createLeases } from '../../jobs/leases.ts';
import { nextTurn } from '../../jobs/nextTurn.ts';
import { isAwaited } from '../../jobs/sideWork.ts';
import { derivedKey } from '../../storage/keys.ts';
import { derivationOf } from './derivations.ts';

/** Longest time in seconds between requests of a waiting client, measured here, independent of the database's clock. */
const ASKED_SECONDS = 70;
/** Seconds after which a failure that is not the file's fault is tried again on request. */
const AGAIN_SECONDS = 60;
/** The same after a crash. */
const CRASHED_SECONDS = 24 * 3600;

/** All access to the rows of derivations. */
export type DerivedStore = ReturnType<typeof createDerivedStore>;

/** Creates the store of derivations. @param stillness detects running work that no client requests any more. */
export function createDerivedStore({ db }: Pick<Database, 'db'>, stillness = createHeartbeatWatch(ASKED_SECONDS)) {
  const leases = createLeases<DerivationRow>({ db }, 'derivations');
  const get = (id: string): Promise<DerivationRow | undefined> =>
    db.selectFrom('derivations').selectAll().where('id', '=', id).executeTakeFirst();
  /** Restarts a failed or lost derivation. @param afterSeconds since the last work on it. */
  const again = async (id: string, afterSeconds = 0): Promise<void> => {
    await db
      .updateTable('derivations')
      .set({ status: 'PENDING', progress: 0, attempts: 0, crashes: 0, crash: null, error: null, asked_at: sql`now()` })
      .where('id', '=', id)
      .where('status', 'in', ['FAILED', 'COMPLETE'])
      .where(sql<boolean>`beat_at not between now() - ${afterSeconds} * interval '1 second' and now()`)
      .execute();
  };
  return {
    ...leases,
    get,

    /** Requests a derivation of a content. @param party see Requester. @returns its state. */
    async request(content: string, kind: StoredKind, party: string): Promise<DerivationRow> {
      const id = derivedKey(content, derivationOf(kind).file);
      const known = await get(id);
      if (known?.status === 'COMPLETE') return known;
      await db
        .insertInto('derivations')
        .values({ id, content, kind, party, turn: known?.turn ?? (await nextTurn(db, 'derivations', party)) })
        .onConflict((conflict) => conflict.column('id').doUpdateSet({ asked_at: sql`now()` }))
        .execute();
      if (known?.status === 'FAILED' && known.error?.code !== 'unreadable')
        await again(id, known.error?.code === 'crashed' ? CRASHED_SECONDS : AGAIN_SECONDS);
      return (await get(id)) as DerivationRow;
    },

    again,

    /** Claims the next derivation of some kinds that a client waits for. */
    claim: (kinds: readonly DerivedKind[], how: Claiming = {}) =>
      leases.claim(how, sql`split_part(kind, ' ', 1) in (${sql.join(kinds)}) and ${isAwaited}`),

    /** Sends a heartbeat. @returns whether a client still waits for it. */
    async beat(attempt: Attempt, progress: number): Promise<boolean> {
      if (!(await leases.beat(attempt))) return false;
      const update = db.updateTable('derivations').set({ progress }).where('id', '=', attempt.id);
      const row = await update.returning(['asked_at', isAwaited.as('isAwaited')]).executeTakeFirst();
      const goesOn = row !== undefined && (row.isAwaited || !stillness.isStill(attempt.id, row.asked_at.toISOString()));
      if (!goesOn || row.isAwaited) stillness.forget(attempt.id);
      return goesOn;
    },

    /** Deletes rows of deleted contents. */
    async sweep(): Promise<void> {
      await sql`delete from derivations where content not in (select hash from contents)`.execute(db);
    },
  };
}
