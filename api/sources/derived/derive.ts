import { mkdtemp, rm } from 'node:fs/promises';
import path from 'node:path';
import { ProblemError } from '../../../engine/project/problems.ts';
import type { DerivedKind } from '../../contract/derivedAddress.ts';
import type { Database } from '../../db/database.ts';
import type { DerivationRow, StoredError } from '../../db/tables.ts';
import { startLeasedWork } from '../../jobs/leasedWork.ts';
import type { WorkProcess } from '../../jobs/suspects.ts';
import { openProbeCache } from '../../renderer/media/probeCache.ts';
import type { Folders } from '../../storage/folders.ts';
import { contentKey } from '../../storage/keys.ts';
import { NotStoredError, type Storage } from '../../storage/storage.ts';
import type { Budget } from '../../system/budget.ts';
import { diskFullMessage, isDiskFull } from '../../system/diskFull.ts';
import { ProcessError } from '../../system/process.ts';
import { derivationOf } from './derivations.ts';
import type { DerivedStore } from './derivedStore.ts';

/** Kinds that share a queue: a proxy takes minutes and must not delay what takes seconds. */
const lines: readonly (readonly DerivedKind[])[] = [['peaks', 'strip', 'picture', 'sound'], ['proxy']];

/** What the workers need. */
export interface DerivingContext {
  /** See LeasedJob. */
  process?: WorkProcess | undefined;
  store: DerivedStore;
  db: Database['db'];
  folders: Pick<Folders, 'work' | 'probes'>;
  storage: Pick<Storage, 'fetchLocal' | 'put' | 'remove'>;
  budget: Pick<Budget, 'run'>;
  onError: (error: unknown, what: string) => void;
}

/** Workers that create requested derivations. */
export interface Deriving {
  /** Checks for work at once. */
  wake(): void;
  /** Takes no more work; puts running work back. */
  stop(): Promise<void>;
}

/** Starts the workers. */
export function startDeriving(context: DerivingContext): Deriving {
  const { store, onError } = context;
  const workers = lines.map((kinds) =>
    startLeasedWork<DerivationRow>({
      ...store,
      name: 'derivation',
      process: context.process,
      claim: (how) => store.claim(kinds, how),
      work: (row, signal, onProgress) => derive(context, row, signal, onProgress),
      failureOf,
      onError,
    }),
  );
  return {
    wake() {
      for (const worker of workers) worker.wake();
    },
    async stop() {
      await Promise.all(workers.map((worker) => worker.stop()));
    },
  };
}

async function derive(
  { store, db, folders, storage, budget }: DerivingContext,
  row: DerivationRow,
  signal: AbortSignal,
  onProgress: (share: number) => void,
): Promise<void> {
  const content = await db.selectFrom('contents').select('file').where('hash', '=', row.content).executeTakeFirst();
  if (!content) throw new NotStoredError(row.content);
  const { file, type, make } = derivationOf(row.kind);
  const work = await mkdtemp(path.join(folders.work, 'derived-'));
  try {
    const source = await storage.fetchLocal(contentKey(content.file), signal);
    const out = path.join(work, file);
    try {
      const probe = await openProbeCache(folders.probes)(source.path, { signal });
      await make(source.path, probe, { out, budget, signal, onProgress });
    } finally {
      source.release();
    }
    await storage.put(row.id, out, { type, isPassing: true, signal });
  } finally {
    await rm(work, { recursive: true, force: true });
  }
  // The content and its row may have been deleted meanwhile.
  if (!(await store.finish(row)) && !(await store.get(row.id))) await storage.remove(row.id);
}

function failureOf(error: unknown): StoredError {
  if (isDiskFull(error)) return { code: 'disk-full', message: diskFullMessage };
  const isUnreadable = error instanceof ProblemError || (error instanceof ProcessError && error.reason !== 'start');
  if (isUnreadable) return { code: 'unreadable', message: 'This file cannot be decoded: it is damaged.' };
  if (error instanceof NotStoredError) return { code: 'missing', message: 'This file no longer exists.' };
  return { code: 'internal', message: 'An error occurred.' };
}
