import { subscribe } from 'valtio/vanilla';
import { subscribeKey } from 'valtio/vanilla/utils';
import { ApiError, isPassing } from '../../../api/contract/errors.ts';
import { pathOf } from '../../../api/contract/http.ts';
import type { UploadedMedia, UploadUris } from '../../../api/contract/upload.ts';
import { type OnProgress, stoppable } from '../../../engine/browser/stoppable.ts';
import { factsIn } from '../../../engine/project/media.ts';
import { showFailure } from '../page/notices.ts';
import { isApiError, server } from '../page/server.ts';
import type { MediaEntry } from './mediaEntry.ts';
import { blobOf, entryOf, forgetMedia, mediaTable, recallSession, restoreEntry, storeFileFacts } from './mediaTable.ts';
import { fileNameOf, isLink } from './references.ts';

interface Job {
  stop: AbortController;
  done: Promise<UploadedMedia>;
}

const jobs = new Map<string, Job>();
/** Uploads that failed because the server was unreachable; they resume when it responds again. */
const cutOff = new Set<string>();

subscribeKey(server, 'reachable', (there) => {
  if (there) for (const url of [...cutOff]) startUpload(url);
});

/** Starts uploading a file of the table in the background, at most two at a time. Does nothing if running or done. */
export function startUpload(url: string): void {
  const entry = entryOf(url);
  // It may have been removed while it was being stored.
  if (entry && entry.state !== 'uploaded') upload(url).catch((error: unknown) => reportFailure(url, error));
}

/** Reports a failure at once, except of an unreachable server: the page shows that, and the upload resumes later. */
function reportFailure(url: string, error: unknown): void {
  if (!isApiError(error) || error.status === 0) return;
  showFailure(error);
  for (const listener of failureListeners) listener(url);
}

const failureListeners = new Set<(url: string) => void>();

/**
 * Calls a listener with the media reference of each file whose background upload the server rejected.
 * @returns a function that unsubscribes.
 */
export function onUploadFailed(listener: (url: string) => void): () => void {
  failureListeners.add(listener);
  return () => failureListeners.delete(listener);
}

/** Cancels an upload; the file stays. */
export function cancelUpload(url: string): void {
  cutOff.delete(url);
  jobs.get(url)?.stop.abort(new DOMException('Upload stopped.', 'AbortError'));
}

/** Removes a file that the page cannot use, and cancels its upload. Its stored copy is deleted after a day. */
export function dropFile(url: string): void {
  cancelUpload(url);
  forgetMedia(url);
}

/** Retries a failed upload. */
export function retryUpload(url: string): void {
  startUpload(url);
}

/**
 * Uploads a file of the table, or waits for its running upload.
 * @throws ApiError with a message for the user; DOMException AbortError if canceled.
 */
export function upload(url: string): Promise<UploadedMedia> {
  const running = jobs.get(url);
  if (running) return running.done;
  const stop = new AbortController();
  const done = run(url, stop.signal).finally(() => {
    jobs.delete(url);
  });
  jobs.set(url, { stop, done });
  return done;
}

/**
 * Ensures that files are on the server: waits for running uploads, and repeats uploads that the server lost.
 * @param urls media references; links are skipped.
 * @param options.signal aborts the waiting; uploads continue in the background.
 * @returns the server's URL of each file, by path.
 * @throws ApiError with a message for the user.
 */
export async function ensureUploaded(
  urls: Iterable<string>,
  { signal, onProgress }: { signal?: AbortSignal; onProgress?: OnProgress } = {},
): Promise<Map<string, string>> {
  const paths = [...new Set(urls)].filter((url) => !isLink(url));
  const found = new Map<string, string>();
  const report = () => onProgress?.(...progressOf(paths));
  const unsubscribe = subscribe(mediaTable, report);
  try {
    await stoppable(Promise.all(paths.map(async (url) => found.set(url, await readUrlOf(url, signal)))), signal);
    report();
    return found;
  } finally {
    unsubscribe();
  }
}

async function readUrlOf(url: string, signal: AbortSignal | undefined): Promise<string> {
  if (!(await restoreEntry(url))) {
    throw new ApiError(0, 'missing', `${fileNameOf(url)} is no longer on this device. Add it again.`);
  }
  const known = entryOf(url)?.readUrl;
  if (known !== undefined && (await isThere(known, signal))) return known;
  const entry = entryOf(url);
  if (entry && known !== undefined && entry.readUrl === known) {
    delete entry.readUrl;
    delete entry.session;
    Object.assign(entry, { state: 'kept', sent: 0 });
    await storeFileFacts(url);
  }
  return (await upload(url)).url;
}

/** Returns whether the server still has a file; true if it is unreachable. */
async function isThere(readUrl: string, signal: AbortSignal | undefined): Promise<boolean> {
  try {
    const { status } = await fetch(readUrl, { method: 'HEAD', ...(signal ? { signal } : {}) });
    return status !== 404 && status !== 410;
  } catch {
    signal?.throwIfAborted();
    return true;
  }
}

async function run(url: string, signal: AbortSignal): Promise<UploadedMedia> {
  cutOff.delete(url);
  const entry = entryOf(url);
  const blob = await blobOf(url);
  if (!entry || !blob) throw new ApiError(0, 'missing', `${fileNameOf(url)} is no longer on this device.`);
  delete entry.refusal;
  entry.state = 'kept';
  try {
    const giveBack = await acquireSlot(signal);
    try {
      return await send(entry, blob, signal);
    } finally {
      giveBack();
    }
  } catch (error) {
    // The server retains what it received; of an expired session it retains nothing.
    if (!entry.session) entry.sent = 0;
    if (signal.aborted) {
      entry.state = 'kept';
    } else {
      entry.state = 'failed';
      if (isApiError(error)) entry.refusal = error.message;
      if (!isApiError(error) || error.status === 0 || isPassing(error)) cutOff.add(url);
    }
    throw error;
  }
}

async function send(entry: MediaEntry, blob: Blob, signal: AbortSignal): Promise<UploadedMedia> {
  const { uploadFile } = await import('./uploadFile.ts');
  const file = new File([blob], entry.name, { type: entry.type });
  const onProgress = (sent: number) => {
    entry.sent = Math.max(entry.sent, Math.min(sent, entry.size));
  };
  const memory = {
    get: () => entry.session && { ...entry.session },
    set: async (session: UploadUris | undefined) => {
      if (session) entry.session = session;
      else delete entry.session;
      await storeFileFacts(entry.url);
    },
  };
  const uploaded = await oneTabAtATime(entry, signal, async () => {
    entry.state = 'uploading';
    await recallSession(entry.url);
    return uploadFile(file, { signal, onProgress, memory });
  });
  // Without its origin, the URL stays valid when the server moves to another host or port.
  const readUrl = pathOf(uploaded.url);
  const facts = factsIn(uploaded);
  if (facts) entry.facts = { url: entry.url, ...facts };
  Object.assign(entry, { state: 'uploaded', sent: entry.size, readUrl });
  await storeFileFacts(entry.url);
  return { ...uploaded, url: readUrl };
}

/** Locks each file, because two tabs that upload the same file would abort each other. Without locks, both upload. */
async function oneTabAtATime<T>(entry: MediaEntry, signal: AbortSignal, work: () => Promise<T>): Promise<T> {
  if (!navigator.locks) return work();
  const name = `cutroom-upload ${entry.url}`;
  const sent = await navigator.locks.request(name, { ifAvailable: true }, async (lock) => lock && { of: await work() });
  if (sent) return sent.of;
  entry.state = 'elsewhere';
  return navigator.locks.request(name, { signal }, work) as Promise<T>;
}

function progressOf(urls: readonly string[]): [done: number, total: number] {
  const entries = urls.flatMap((url) => entryOf(url) ?? []);
  const sum = (of: (entry: MediaEntry) => number) => entries.reduce((total, entry) => total + of(entry), 0);
  return [sum((entry) => (entry.state === 'uploaded' ? entry.size : entry.sent)), sum((entry) => entry.size)];
}

/** Number of parallel uploads. */
const SLOTS = 2;

let taken = 0;
const waiting: (() => void)[] = [];

/**
 * Waits for one of the two upload slots.
 * @returns a function that releases the slot; it must be called once.
 * @throws the signal's reason if aborted while waiting.
 */
export async function acquireSlot(signal: AbortSignal): Promise<() => void> {
  signal.throwIfAborted();
  if (taken < SLOTS) taken += 1;
  else await turnIn(signal);
  return giveBack;
}

function turnIn(signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const turn = () => {
      signal.removeEventListener('abort', leave);
      resolve();
    };
    const leave = () => {
      waiting.splice(waiting.indexOf(turn), 1);
      reject(signal.reason);
    };
    waiting.push(turn);
    signal.addEventListener('abort', leave, { once: true });
  });
}

/** Passes the slot directly to the next in line, so that a new request cannot overtake. */
function giveBack(): void {
  const next = waiting.shift();
  if (next) next();
  else taken -= 1;
}
