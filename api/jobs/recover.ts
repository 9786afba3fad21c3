import type { VideoRow } from '../db/tables.ts';
import type { Changes } from './changes.ts';
import { LEASE_SECONDS, type VideoStore } from './store.ts';
import type { Worker } from './worker.ts';

const SWEEP_MS = 4000;

/** What recovery needs. */
export interface RecoverContext {
  name: string;
  store: VideoStore;
  changes: Changes;
  onError: (error: unknown, what: string) => void;
}

/**
 * Puts back what a dead process was working on; at the start of a process that is alone on its database, before
 * any worker runs. Nobody has to wait for a lease to run out then.
 */
export async function recoverAll({ store }: Pick<RecoverContext, 'store'>): Promise<void> {
  for (const row of await store.abandoned(-1)) await store.requeue(row, { crashed: row.status === 'rendering' });
}

/** Looks now and then for videos that nobody works on any more, here or in another process, and puts them back. @returns its end. */
export function startSweeps(context: RecoverContext, worker: Worker | undefined): () => void {
  const { store, changes, name, onError } = context;
  // One's own silence is no sign of death: a busy process beats late, and knows what it works on.
  const isMine = (row: VideoRow) =>
    row.status === 'rendering' && row.worker === name && worker?.active().includes(row.id);
  const sweep = async () => {
    for (const row of await store.abandoned(LEASE_SECONDS)) {
      if (isMine(row)) continue;
      if (await store.requeue(row, { crashed: row.status === 'rendering' })) changes.announce(row.id);
      worker?.wake();
    }
  };
  const timer = setInterval(() => void sweep().catch((error) => onError(error, 'a sweep failed')), SWEEP_MS);
  timer.unref();
  return () => clearInterval(timer);
}
