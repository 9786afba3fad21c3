import { proxy } from 'valtio/vanilla';
import { isPassing } from '../../../api/contract/errors.ts';
import { pause } from '../../../api/contract/quiet.ts';
import { isFinal, type VideoRecord } from '../../../api/contract/video.ts';
import { stoppable } from '../../../engine/browser/stoppable.ts';
import { newId } from '../../../engine/project/id.ts';
import { ensureUploaded } from '../media/uploads.ts';
import { showNote } from '../page/notices.ts';
import { getClient, isApiError, newIdempotencyKey, problemWords } from '../page/server.ts';

/** Render request of a file or table row. */
export interface RenderRequest {
  /** Media references that the server needs. */
  urls: readonly string[];
  /** Returns the createVideo body. @param address maps a media reference to its URL on the server. */
  body: (address: (url: string) => string) => Record<string, unknown>;
  /** Called after the request, successful or not. */
  release?: () => void;
}

/** Work to apply to each file or table row, with the settings at the time it was created. */
export interface BatchWork<S = File> {
  /** Id of its list: of a tool, or of a project. */
  id: string;
  /** @returns the render request, the video if it exists already, or a message if it cannot be created. */
  make: (source: S, signal: AbortSignal) => Promise<RenderRequest | VideoRecord | string>;
  /** Called with the video created from it. */
  onVideo?: (source: S, video: VideoRecord) => void;
}

/** One file or row, and the state of its result. */
export interface BatchItem {
  id: string;
  name: string;
  /** chosen: waits for `startBatch`. */
  state: 'chosen' | 'waiting' | 'sending' | 'rendering' | 'done' | 'failed' | 'cancelled';
  /** 0 to 1, while rendering. */
  progress: number;
  /** Why it failed. */
  error: string;
  video: Pick<VideoRecord, '_id' | 'url' | 'name' | 'mime'> | null;
}

/** The files to which settings are applied, by the id of their work. They last as long as the page. */
export const batches = proxy<Record<string, Batch>>({});

interface Batch {
  isOpen: boolean;
  /** Whether its panel is to be scrolled into view. */
  isSought: boolean;
  items: BatchItem[];
}

/** Number of parallel jobs: each needs a connection of its own. */
const AT_A_TIME = 2;
/** Maximum number of items in a list. */
export const MOST_BATCH = 500;

/** Files or table rows, by item id. */
const sources = new Map<string, unknown>();
const endings = new Map<string, AbortController>();
let running = 0;
const queue: (() => Promise<void>)[] = [];

/** Opens or closes a list; its jobs continue. */
export function openBatch(id: string, isOpen: boolean): void {
  Object.assign(batchOf(id), { isOpen, isSought: isOpen });
}

/** Adds files to a list; `startBatch` starts them. Reports how many exceed the maximum. */
export function addToBatch(workId: string, files: readonly File[]): void {
  const batch = batchOf(workId);
  const taken = files.slice(0, Math.max(0, MOST_BATCH - batch.items.length));
  for (const file of taken) {
    const id = newId();
    sources.set(id, file);
    batch.items.push({ ...newItem(id, file.name), state: 'chosen' });
  }
  const left = files.length - taken.length;
  if (left > 0) showNote(`At most ${MOST_BATCH} files are accepted: ${left} were skipped.`);
}

/** Starts the files not started yet, one job each, with the current settings. */
export function startBatch(work: BatchWork): void {
  for (const item of batchOf(work.id).items) {
    if (item.state !== 'chosen') continue;
    item.state = 'waiting';
    enqueue(work, item.id);
  }
}

/** An item to create; the same `id` means the same result. */
export interface BatchEntry<S> {
  id: string;
  name: string;
  source: S;
}

/** Sets the content and order of a list: items of the same id that are done or running stay, all others start. */
export function renewBatch<S>(work: BatchWork<S>, entries: readonly BatchEntry<S>[]): void {
  const batch = batchOf(work.id);
  const ids = new Set(entries.map(({ id }) => id));
  for (const { id, state } of batch.items) if (!ids.has(id) && !isOver(state)) cancelItem(work.id, id);
  const known = new Map(batch.items.filter(({ state }) => !isLost(state)).map((item) => [item.id, item]));
  for (const { id } of batch.items) if (!ids.has(id)) sources.delete(id);
  batch.items = entries.map(({ id, name }) => known.get(id) ?? newItem(id, name));
  for (const { id, source } of entries) {
    if (known.has(id)) continue;
    sources.set(id, source);
    enqueue(work, id);
  }
}

function newItem(id: string, name: string): BatchItem {
  return { id, name, state: 'waiting', progress: 0, error: '', video: null };
}

/** Restarts a failed or canceled item with the current settings. */
export function retryItem<S>(work: BatchWork<S>, id: string): void {
  const item = itemOf(work.id, id);
  if (!item || !sources.has(id)) return;
  Object.assign(item, { state: 'waiting', progress: 0, error: '', video: null });
  enqueue(work, id);
}

/** Restarts all failed or canceled items. */
export function retryAll<S>(work: BatchWork<S>): void {
  for (const { id, state } of batchOf(work.id).items) if (isLost(state)) retryItem(work, id);
}

/** Cancels an item, also on the server. An item that has not started is removed from the list. */
export function cancelItem(workId: string, id: string): void {
  const item = itemOf(workId, id);
  if (!item) return;
  if (item.state === 'chosen') {
    sources.delete(id);
    batchOf(workId).items = batchOf(workId).items.filter((other) => other.id !== id);
    return;
  }
  endings.get(id)?.abort(new DOMException('Stopped.', 'AbortError'));
  item.state = 'cancelled';
  if (item.video) discardVideo(item.video._id);
}

/** Cancels all unfinished items; finished ones stay in the list. */
export function stopBatch(workId: string): void {
  for (const { id, state } of [...batchOf(workId).items]) if (!isOver(state)) cancelItem(workId, id);
}

/** Clears a list and cancels its unfinished items. Finished videos stay on the server. */
export function clearBatch(workId: string): void {
  stopBatch(workId);
  const batch = batchOf(workId);
  for (const { id } of batch.items) sources.delete(id);
  batch.items = [];
}

/** Returns whether an item has finished, successfully or not. */
export function isOver(state: BatchItem['state']): boolean {
  return state === 'done' || isLost(state);
}

/** Returns whether an item has started and not finished. */
export function isUnderWay(state: BatchItem['state']): boolean {
  return state !== 'chosen' && !isOver(state);
}

/** Returns whether an item ended without a result and can be retried. */
export function isLost(state: BatchItem['state']): boolean {
  return state === 'failed' || state === 'cancelled';
}

/** Shows a note about items that continue off-page. @param where to find the list, as "on the page “Loop video”". */
export function leaveBatch(workId: string, where: string, what = 'files'): void {
  const left = batches[workId]?.items.filter(({ state }) => isUnderWay(state)).length ?? 0;
  if (left > 0) showNote(`${what} still in progress. Find them ${where}.`);
}

function batchOf(id: string) {
  batches[id] ??= { isOpen: false, isSought: false, items: [] };
  return batches[id];
}

function itemOf(workId: string, id: string): BatchItem | undefined {
  return batchOf(workId).items.find((item) => item.id === id);
}

function enqueue<S>(work: BatchWork<S>, id: string): void {
  const ending = new AbortController();
  endings.set(id, ending);
  queue.push(async () => {
    await makeOne(work, id, ending.signal);
    // A restarted item has another controller.
    if (endings.get(id) === ending) endings.delete(id);
  });
  void next();
}

async function next(): Promise<void> {
  if (running >= AT_A_TIME) return;
  const job = queue.shift();
  if (!job) return;
  running += 1;
  if (running === 1) addEventListener('beforeunload', askBeforeLeaving);
  await job();
  running -= 1;
  if (running === 0) removeEventListener('beforeunload', askBeforeLeaving);
  void next();
}

/** Asks for confirmation before the window closes: items that are not on the server yet would be lost. */
function askBeforeLeaving(event: Event): void {
  event.preventDefault();
}

async function makeOne<S>(work: BatchWork<S>, id: string, signal: AbortSignal): Promise<void> {
  const [item, source] = [itemOf(work.id, id), sources.get(id) as S | undefined];
  if (!item || source === undefined || signal.aborted) return;
  try {
    item.state = 'sending';
    const video = await send(work, source, signal);
    signal.throwIfAborted();
    if (typeof video === 'string') return void Object.assign(item, { state: 'failed', error: video });
    work.onVideo?.(source, video);
    item.state = 'rendering';
    applyRecord(item, video);
    if (isFinal(video)) return;
    const client = await getClient();
    for await (const now of client.events(video._id, { signal, giveUpAfterMs: Number.POSITIVE_INFINITY })) {
      applyRecord(item, now);
      if (isFinal(now)) return;
    }
  } catch (error) {
    if (signal.aborted) return;
    const message = isApiError(error) ? problemWords(error) : '';
    Object.assign(item, { state: 'failed', error: message || 'An error occurred. Please try again later.' });
  }
}

/** Uploads the media of an item and requests its video. @returns the video, or a message why there is none. */
async function send<S>(work: BatchWork<S>, source: S, signal: AbortSignal): Promise<VideoRecord | string> {
  const made = await work.make(source, signal);
  if (typeof made === 'string' || '_id' in made) return made;
  try {
    const addresses = await ensureUploaded(made.urls, { signal });
    return await askForVideo(
      made.body((url) => addresses.get(url) ?? url),
      signal,
    );
  } finally {
    made.release?.();
  }
}

function applyRecord(item: BatchItem, { _id, status, progress, error, url, name, mime }: VideoRecord): void {
  item.progress = progress;
  item.video = { _id, url, name, mime };
  if (status === 'done' || status === 'failed' || status === 'cancelled') item.state = status;
  if (error) item.error = error.message;
}

/** Number of retries if the server is unreachable or fails. */
const TRIES = 5;
const FIRST_PAUSE_MS = 1000;
/** Maximum pause before a retry, even if the server asks for a longer one, in milliseconds. */
const LONGEST_PAUSE_MS = 60_000;
/** Longest requested pause to wait for, in seconds. A longer one, as for a used-up daily quota, becomes an error. */
const WORTH_WAITING_SECONDS = 600;

/**
 * Creates one video of a batch. Retries while the server is busy, after the pause it asks for, unless that is too long.
 * A lost response does not create a second video.
 * @throws ApiError; the signal's reason if aborted: a video that was created nevertheless is deleted.
 */
export async function askForVideo(body: Record<string, unknown>, signal: AbortSignal): Promise<VideoRecord> {
  const client = await getClient();
  const idempotencyKey = newIdempotencyKey();
  for (let failures = 0; ; ) {
    signal.throwIfAborted();
    try {
      const asked = client.createVideo(body, { idempotencyKey });
      // Without the signal, because the response is needed to delete a video that is aborted just now.
      asked.then(
        ({ _id }) => signal.aborted && discardVideo(_id),
        () => undefined,
      );
      return await stoppable(asked, signal);
    } catch (error) {
      signal.throwIfAborted();
      if (!isApiError(error)) throw error;
      const isBusy = error.status === 429 && (error.retryAfter ?? 0) <= WORTH_WAITING_SECONDS;
      if (!isBusy && (error.status === 429 || !isPassing(error) || failures >= TRIES)) throw error;
      const usual = FIRST_PAUSE_MS * 2 ** failures;
      if (!isBusy) failures += 1;
      await pause(Math.min(1000 * (error.retryAfter ?? usual / 1000), LONGEST_PAUSE_MS), signal);
    }
  }
}

/** Deletes a video that is no longer needed; it may not exist. */
function discardVideo(id: string): void {
  void getClient().then((client) => client.deleteVideo(id).catch(() => undefined));
}
