import { mkdtemp, rm } from 'node:fs/promises';
import path from 'node:path';
import { ProblemError } from '../../../engine/project/problems.ts';
import type { Database } from '../../db/database.ts';
import type { DerivationRow, StoredError } from '../../db/tables.ts';
import { retryDatabase } from '../../jobs/retryDatabase.ts';
import type { WorkKind } from '../../jobs/workKind.ts';
import { workKindOf } from '../../jobs/workStore.ts';
import { openProbeCache } from '../../renderer/media/probeCache.ts';
import type { Folders } from '../../storage/folders.ts';
import { contentKey } from '../../storage/keys.ts';
import { NotStoredError, type Storage } from '../../storage/storage.ts';
import type { Budget } from '../../system/budget.ts';
import { diskFullMessage, isDiskFull } from '../../system/diskFull.ts';
import { ProcessError } from '../../system/process.ts';
import { derivationOf } from './derivations.ts';
import type { DerivedStore } from './derivedStore.ts';

/** What derivations need. */
export interface DerivingContext {
  store: DerivedStore;
  db: Database['db'];
  folders: Pick<Folders, 'work' | 'probes'>;
  storage: Pick<Storage, 'fetchLocal' | 'put' | 'remove'>;
  budget: Pick<Budget, 'run'>;
}

/** Creates files for previews of uploads. */
export function derivationKind(context: DerivingContext): WorkKind<DerivationRow, number> {
  const { store } = context;
  return {
    ...workKindOf('derivation', store, failureOf),
    run: (row, { signal, report }) => derive(context, row, signal, report),
    beat: store.beat,
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
  const finished = await retryDatabase(() => store.finish(row), signal);
  if (!finished && !(await store.get(row.id))) await storage.remove(row.id);
}

function failureOf(error: unknown): StoredError {
  if (isDiskFull(error)) return { code: 'disk-full', message: diskFullMessage };
  const isUnreadable = error instanceof ProblemError || (error instanceof ProcessError && error.reason === 'exit');
  if (isUnreadable) return { code: 'unreadable', message: 'This file cannot be decoded: it is damaged.' };
  if (error instanceof NotStoredError) return { code: 'missing', message: 'This file no longer exists.' };
  return { code: 'internal', message: 'An error occurred.' };
}
