import { setTimeout as delay } from 'node:timers/promises';
import { DatabaseAwayError } from '../db/databaseAway.ts';
import type { StoredError } from '../db/tables.ts';
import { failureOf, isStoreAway } from './failures.ts';
import { outlast } from './outlast.ts';
import type { WorkerContext } from './workerContext.ts';

/** Who has no room on the disk, or no way to the store, leaves what waits to others for so long, milliseconds. */
const REST_MS = 15_000;

/** So often work is left to others. */
const MOST_DEFERRALS = 3;

/** Work that failed, and what can be done about it. */
interface Failed {
  /** What it is called where something goes wrong. */
  name: string;
  /** How often it was left to others before. */
  deferrals: number;
  /** Leaves it to others. */
  defer(): Promise<boolean>;
  fail(error: StoredError): Promise<boolean>;
}

/**
 * Ends work that failed: what lies with this machine alone, its disk or its way to the store and the database, is another's to do again, but not
 * endlessly; the rest fails.
 * @returns what was written to its row; nothing where it is done again, or is nobody's.
 */
export async function giveUp(
  { hasOthers, onError, rest }: Pick<WorkerContext, 'hasOthers' | 'onError' | 'rest'>,
  { name, deferrals, defer, fail }: Failed,
  error: unknown,
  signal: AbortSignal,
): Promise<StoredError | undefined> {
  const failure = failureOf(error);
  if (failure.code === 'internal') onError(error, `${name} failed`);
  const isCutOff = failure.code === 'disk-full' || isStoreAway(error);
  if (deferrals < MOST_DEFERRALS && ((isCutOff && hasOthers) || error instanceof DatabaseAwayError)) {
    onError(error, `${name} is left to others`);
    if (isCutOff) rest.until = performance.now() + REST_MS;
    await outlast(() => defer(), signal);
    return undefined;
  }
  return (await outlast(() => fail(failure), signal)) ? failure : undefined;
}

/** Waits while a process leaves what waits to others. */
export async function rested({ rest }: Pick<WorkerContext, 'rest'>, signal: AbortSignal): Promise<void> {
  for (let left = 1; left > 0 && !signal.aborted; ) {
    left = rest.until - performance.now();
    if (left > 0) await delay(left, undefined, { signal, ref: false }).catch(() => undefined);
  }
}
