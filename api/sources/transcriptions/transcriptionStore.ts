import { sql, type Transaction } from 'kysely';
import type { Cue } from '../../../engine/project/subtitles.ts';
import type { TranscriptionProgress } from '../../contract/transcription.ts';
import type { Database } from '../../db/database.ts';
import { storableJson } from '../../db/storable.ts';
import type { Tables, TranscriptionRow } from '../../db/tables.ts';
import type { Queue } from '../../jobs/queue.ts';
import { expectFewOpen, lockParty } from '../../jobs/turns.ts';
import { createWorkStore, type WorkAttempt } from '../../jobs/workStore.ts';

/** A new transcription. */
export type NewTranscription = Pick<
  TranscriptionRow,
  'id' | 'owner' | 'party' | 'source_url' | 'language_code' | 'engine'
> &
  Partial<Pick<TranscriptionRow, 'project'>>;

/** All access to the rows of transcriptions. */
export type TranscriptionStore = ReturnType<typeof createTranscriptionStore>;

/** Creates the store of transcriptions. */
export function createTranscriptionStore(database: Pick<Database, 'db'>, queue: Queue) {
  const { db } = database;
  const { finish, ...work } = createWorkStore<TranscriptionRow>(database, queue, {
    table: 'transcriptions',
    queueOf: () => 'transcription',
  });
  return {
    ...work,
    /** Adds a transcription, or finds the same one if it is open. @throws TooManyOpenError */
    add: (row: NewTranscription): Promise<string> =>
      db.transaction().execute(async (transaction) => {
        const same = await joinSame(transaction, row);
        if (same !== undefined) return same;
        const { project, ...rest } = row;
        const values = { ...rest, ...(project ? { project: storableJson(project) } : {}) };
        const added = transaction.insertInto('transcriptions').values(values).returningAll();
        await work.start(transaction, await added.executeTakeFirstOrThrow());
        return row.id;
      }),

    /** Writes progress. */
    async beat({ id, job_id }: WorkAttempt, progress?: Partial<TranscriptionProgress>): Promise<boolean> {
      if (!progress) return true;
      const own = db.updateTable('transcriptions').where('id', '=', id).where('job_id', '=', job_id);
      await own.set({ progress: JSON.stringify(progress) }).execute();
      return true;
    },

    /** Marks work done. @returns false if the attempt has lost the row; its result must be discarded. */
    finish: (attempt: WorkAttempt, cues: readonly Cue[]): Promise<boolean> =>
      finish(attempt, { cues: storableJson(cues) }),

    /**
     * Withdraws one request (there may be several, from different tabs) and cancels with the last one. @returns whether
     * it was canceled.
     */
    async cancel(id: string): Promise<boolean> {
      const left = await db
        .updateTable('transcriptions')
        .set({ askers: sql`askers - 1` })
        .where('id', '=', id)
        .where('askers', '>', 1)
        .where('state', 'in', ['queued', 'running'])
        .executeTakeFirst();
      return left.numUpdatedRows === 0n && work.cancel(id);
    },
  };
}

/** Finds the same open transcription and counts one more request for it. @throws TooManyOpenError */
async function joinSame(transaction: Transaction<Tables>, row: NewTranscription): Promise<string | undefined> {
  await lockParty(transaction, row.party);
  const same = await transaction
    .selectFrom('transcriptions')
    .select('id')
    .where('owner', '=', row.owner)
    .where('source_url', '=', row.source_url)
    .where('language_code', '=', row.language_code)
    .where('engine', '=', row.engine)
    .where('state', 'in', ['queued', 'running'])
    .limit(1)
    .executeTakeFirst();
  if (same) {
    const one = transaction.updateTable('transcriptions').where('id', '=', same.id);
    await one.set({ askers: sql`askers + 1` }).execute();
    return same.id;
  }
  await expectFewOpen(transaction, 'transcription', row.party);
  return undefined;
}
