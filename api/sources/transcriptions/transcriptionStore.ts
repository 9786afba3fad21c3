import { sql } from 'kysely';
import type { Cue } from '../../../engine/project/subtitles.ts';
import type { TranscriptionProgress } from '../../contract/transcription.ts';
import type { Database } from '../../db/database.ts';
import { storableJson } from '../../db/storable.ts';
import type { TranscriptionRow } from '../../db/tables.ts';
import { type Attempt, createLeases } from '../../jobs/leases.ts';
import { nextTurn } from '../../jobs/nextTurn.ts';
import { lockParty } from '../../jobs/turns.ts';

/** Most open transcriptions per party. */
const MOST_OPEN = 20;
/** Days that finished transcriptions are retained. */
const DAYS = 30;

/** The party has reached its limit of open transcriptions. */
export class TooManyTranscriptionsError extends Error {
  override name = 'TooManyTranscriptionsError';
}

/** A new transcription. */
export type NewTranscription = Pick<
  TranscriptionRow,
  'id' | 'owner' | 'party' | 'source_url' | 'language_code' | 'engine'
>;

/** All access to the rows of transcriptions. */
export type TranscriptionStore = ReturnType<typeof createTranscriptionStore>;

/** Creates the store of transcriptions. */
export function createTranscriptionStore({ db }: Pick<Database, 'db'>) {
  const { finish, ...leases } = createLeases<TranscriptionRow>({ db }, 'transcriptions');
  return {
    ...leases,
    /** Adds a transcription, or finds the same one if it is open. @throws TooManyTranscriptionsError */
    add: (row: NewTranscription): Promise<string> => db.transaction().execute((transaction) => add(transaction, row)),

    get: (id: string): Promise<TranscriptionRow | undefined> =>
      db.selectFrom('transcriptions').selectAll().where('id', '=', id).executeTakeFirst(),

    /** Writes progress. @returns whether the attempt still owns the row. */
    note: (attempt: Attempt, progress: Partial<TranscriptionProgress>): Promise<boolean> =>
      leases.beat(attempt, { progress: JSON.stringify(progress) }),

    /** Marks work complete. @returns false if the attempt has lost the row; its result must be discarded. */
    finish: (attempt: Attempt, cues: readonly Cue[]): Promise<boolean> => finish(attempt, { cues: storableJson(cues) }),

    /**
     * Withdraws one request (there may be several, from different tabs) and cancels with the last one. @returns whether
     * it was canceled.
     */
    async cancel(id: string): Promise<boolean> {
      const left = await db
        .updateTable('transcriptions')
        .set({
          askers: sql`askers - 1`,
          status: sql<TranscriptionRow['status']>`case when askers > 1 then status else 'CANCELLED' end`,
        })
        .where('id', '=', id)
        .where('status', 'in', ['PENDING', 'RUNNING'])
        .returning('status')
        .execute();
      return left[0]?.status === 'CANCELLED';
    },

    /** Deletes old transcriptions. */
    async sweep(): Promise<void> {
      await db
        .deleteFrom('transcriptions')
        .where('status', 'not in', ['PENDING', 'RUNNING'])
        .where('created_at', '<', sql<Date>`now() - ${DAYS} * interval '1 day'`)
        .execute();
    },
  };
}

async function add(transaction: Database['db'], row: NewTranscription): Promise<string> {
  await lockParty(transaction, row.party);
  const open = await transaction
    .selectFrom('transcriptions')
    .select(['id', 'owner', 'source_url', 'language_code', 'engine'])
    .where('party', '=', row.party)
    .where('status', 'in', ['PENDING', 'RUNNING'])
    .execute();
  const same = open.find(
    (one) =>
      one.owner === row.owner &&
      one.source_url === row.source_url &&
      one.language_code === row.language_code &&
      one.engine === row.engine,
  );
  if (same) {
    const one = transaction.updateTable('transcriptions').where('id', '=', same.id);
    await one.set({ askers: sql`askers + 1` }).execute();
    return same.id;
  }
  if (open.length >= MOST_OPEN) throw new TooManyTranscriptionsError();
  const turn = await nextTurn(transaction, 'transcriptions', row.party);
  await transaction
    .insertInto('transcriptions')
    .values({ ...row, turn })
    .execute();
  return row.id;
}
