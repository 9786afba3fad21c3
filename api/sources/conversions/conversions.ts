import { createReadStream } from 'node:fs';
import { mkdtemp, rm, stat } from 'node:fs/promises';
import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { ProblemError } from '../../../engine/project/problems.ts';
import type { ConversionRow, StoredError } from '../../db/tables.ts';
import { probeFile } from '../../renderer/media/probe.ts';
import type { Folders } from '../../storage/folders.ts';
import { storedName } from '../../storage/names.ts';
import type { Budget } from '../../system/budget.ts';
import { isDiskFull } from '../../system/diskFull.ts';
import { newSecretId } from '../ids.ts';
import { type Library, uploadPath } from '../library.ts';
import { UploadRefused } from '../lookAt.ts';
import type { Uploads } from '../uploads.ts';
import { type ConversionAttempt, type ConversionStore, LEASE_SECONDS } from './conversionStore.ts';
import { convertGif, GifRefused } from './convertGif.ts';

/** How often it is looked for work that other processes were asked for, milliseconds. */
const POLL_MS = 2000;
const BEAT_MS = (LEASE_SECONDS * 1000) / 5;

/** What conversions are done with. */
export interface ConversionContext {
  store: ConversionStore;
  uploads: Uploads;
  library: Pick<Library, 'locate'>;
  folders: Pick<Folders, 'work'>;
  budget: Pick<Budget, 'run'>;
  onError: (error: unknown, what: string) => void;
}

/** The worker of a process that converts GIFs, one at a time. */
export interface Conversions {
  /** There may be work: look at once. */
  wake(): void;
  /** Ends the work on a conversion in this process, if there is any. */
  abort(id: string): void;
  /** Takes no more work; what is under way goes back. */
  stop(): Promise<void>;
}

/** Starts converting. */
export function startConversions(context: ConversionContext): Conversions {
  const stopping = new AbortController();
  const running = new Map<string, AbortController>();
  let nap = new AbortController();
  let isWoken = false;
  const loop = async () => {
    while (!stopping.signal.aborted) {
      nap = new AbortController();
      isWoken = false;
      const row = await context.store.claim().catch((error) => {
        if (!stopping.signal.aborted) context.onError(error, 'no conversion could be taken');
      });
      if (row) await workOn(context, row, running, stopping.signal);
      else if (!isWoken) await delay(POLL_MS, undefined, { signal: nap.signal, ref: false }).catch(() => undefined);
    }
  };
  const working = loop();
  return {
    wake: () => {
      isWoken = true;
      nap.abort();
    },
    abort: (id) => running.get(id)?.abort(new DOMException('It was cancelled.', 'AbortError')),
    async stop() {
      stopping.abort();
      nap.abort();
      for (const controller of running.values()) controller.abort(new DOMException('The service stops.', 'AbortError'));
      await working;
    },
  };
}

async function workOn(
  context: ConversionContext,
  row: ConversionRow,
  running: Map<string, AbortController>,
  stopping: AbortSignal,
): Promise<void> {
  const { store, onError } = context;
  const attempt: ConversionAttempt = { id: row.id, attempts: row.attempts };
  const controller = new AbortController();
  running.set(row.id, controller);
  const beat = async () => {
    if (!(await store.beat(attempt))) controller.abort(new DOMException('Nobody wants it any more.', 'AbortError'));
  };
  const beating = setInterval(() => void beat().catch((error) => onError(error, 'a beat failed')), BEAT_MS);
  try {
    const outputUrl = await convert(context, row, controller.signal);
    await store.finish(attempt, outputUrl);
  } catch (error) {
    await giveUp(context, attempt, error, { isAborted: controller.signal.aborted, isStopping: stopping.aborted }).catch(
      (reason) => onError(reason, `conversion ${row.id}: its end could not be written`),
    );
  } finally {
    clearInterval(beating);
    running.delete(row.id);
  }
}

async function giveUp(
  { store, onError }: ConversionContext,
  attempt: ConversionAttempt,
  error: unknown,
  { isAborted, isStopping }: { isAborted: boolean; isStopping: boolean },
): Promise<void> {
  if (isStopping) return void (await store.release(attempt));
  if (isAborted) return;
  const failure = failureOf(error);
  if (failure.code === 'internal') onError(error, `conversion ${attempt.id} failed`);
  await store.fail(attempt, failure);
}

/** Makes the video and keeps it as an upload of the same owner. @returns its address, without an origin. */
async function convert(
  { uploads, library, folders, budget }: ConversionContext,
  row: ConversionRow,
  signal: AbortSignal,
): Promise<string> {
  const work = await mkdtemp(path.join(folders.work, 'conversion-'));
  const source = await library.locate(row.source_url, signal);
  try {
    const out = path.join(work, 'converted.webm');
    await convertGif(source.path, await probeFile(source.path, { signal }), { out, budget, signal });
    const { size } = await stat(out);
    const ids = { id: newSecretId(), token: newSecretId() };
    const name = storedName(row.input_name.replace(/(_[0-9a-f]{8})?\.\w+$/, '.webm'), newSecretId().slice(0, 8));
    await uploads.add([{ ...ids, owner: row.owner, name, declared_type: 'video/webm', declared_size: size }]);
    const upload = await uploads.byToken(ids.token);
    if (!upload) throw new Error('The upload of a conversion is gone.');
    await uploads.parts.append(upload.id, 0, createReadStream(out));
    await uploads.complete(upload);
    return uploadPath(upload);
  } finally {
    source.release();
    await rm(work, { recursive: true, force: true });
  }
}

function failureOf(error: unknown): StoredError {
  if (error instanceof GifRefused) return { code: 'unreadable', message: error.message };
  if (error instanceof UploadRefused) return { code: error.code, message: error.message };
  if (error instanceof ProblemError)
    return { code: 'unreadable', message: error.problems[0]?.message ?? 'This GIF cannot be read.' };
  if (isDiskFull(error)) return { code: 'disk-full', message: 'The server has no room left. Please try again later.' };
  return { code: 'internal', message: 'An error occurred.' };
}
