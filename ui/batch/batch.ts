import { proxy } from 'valtio/vanilla';
import { isFinal, type VideoRecord } from '../../api/contract/video.ts';
import { newId } from '../../engine/project/id.ts';
import { ensureUploaded } from '../media/uploads.ts';
import { showNote } from '../state/notices.ts';
import { getClient, isApiError, problemWords } from '../state/server.ts';
import { askForVideo, takeBack } from './askForVideo.ts';

/** What a file, or a row of a table, is made into. */
export interface Made {
  /** References of the files that the server needs for it. */
  urls: readonly string[];
  /** The createVideo body. @param address where the server finds a file. */
  body: (address: (url: string) => string) => Record<string, unknown>;
  /** Called once it is asked for, or cannot be. */
  release?: () => void;
}

/** What is made of each of many files, or rows of a table: settings as they were when it was asked for. */
export interface BatchWork<S = File> {
  /** Whose list it is: the id of a tool, or of a project. */
  id: string;
  /** @returns what it is made into, the video that there is of it already, or in words why it cannot be made. */
  make: (source: S, signal: AbortSignal) => Promise<Made | VideoRecord | string>;
  /** Told which video is made of it. */
  onVideo?: (source: S, video: VideoRecord) => void;
}

/** One of many files or rows, and how far its result is. */
export interface BatchItem {
  id: string;
  name: string;
  /** chosen: it starts with `startBatch`. */
  state: 'chosen' | 'waiting' | 'sending' | 'rendering' | 'done' | 'failed' | 'cancelled';
  /** 0 to 1, while it is rendering. */
  progress: number;
  /** Why it failed, in words. */
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

/** How many are worked on at a time: each is followed by a connection of its own. */
const AT_A_TIME = 2;
/** How many there may be in a list at most. */
export const MOST_BATCH = 500;

/** Files, or rows of a table, by the ids of their items. */
const sources = new Map<string, unknown>();
const endings = new Map<string, AbortController>();
let running = 0;
const queue: (() => Promise<void>)[] = [];

/** Shows the list of a work and scrolls to it, or hides it; the work goes on. */
export function openBatch(id: string, isOpen: boolean): void {
  Object.assign(batchOf(id), { isOpen, isSought: isOpen });
}

/** Adds files to a list; `startBatch` starts them. Reports how many are left out. */
export function addToBatch(workId: string, given: readonly File[]): void {
  const batch = batchOf(workId);
  const taken = given.slice(0, Math.max(0, MOST_BATCH - batch.items.length));
  for (const file of taken) {
    const id = newId();
    sources.set(id, file);
    batch.items.push({ ...newItem(id, file.name), state: 'chosen' });
  }
  const left = given.length - taken.length;
  if (left > 0) showNote(`At most ${MOST_BATCH} files fit in here: ${left} are left out.`);
}

/** Starts the files that were chosen, one job each, with the settings as they are now. */
export function startBatch(work: BatchWork): void {
  for (const item of batchOf(work.id).items) {
    if (item.state !== 'chosen') continue;
    item.state = 'waiting';
    enqueue(work, item.id);
  }
}

/** Something to be made; `id` is the same for what makes the same. */
export interface Wanted<S> {
  id: string;
  name: string;
  source: S;
}

/** Has a list hold these alone, in their order: what is done or under way of the same id stays as it is, all else is made. */
export function renewBatch<S>(work: BatchWork<S>, wanted: readonly Wanted<S>[]): void {
  const batch = batchOf(work.id);
  const ids = new Set(wanted.map(({ id }) => id));
  for (const { id, state } of batch.items) if (!ids.has(id) && !isOver(state)) cancelItem(work.id, id);
  const known = new Map(batch.items.filter(({ state }) => !isLost(state)).map((item) => [item.id, item]));
  for (const { id } of batch.items) if (!ids.has(id)) sources.delete(id);
  batch.items = wanted.map(({ id, name }) => known.get(id) ?? newItem(id, name));
  for (const { id, source } of wanted) {
    if (known.has(id)) continue;
    sources.set(id, source);
    enqueue(work, id);
  }
}

function newItem(id: string, name: string): BatchItem {
  return { id, name, state: 'waiting', progress: 0, error: '', video: null };
}

/** Begins a file anew that failed or was stopped, with the settings as they are now. */
export function retryItem<S>(work: BatchWork<S>, id: string): void {
  const item = itemOf(work.id, id);
  if (!item || !sources.has(id)) return;
  Object.assign(item, { state: 'waiting', progress: 0, error: '', video: null });
  enqueue(work, id);
}

/** Begins all that failed or were stopped anew. */
export function retryAll<S>(work: BatchWork<S>): void {
  for (const { id, state } of batchOf(work.id).items) if (isLost(state)) retryItem(work, id);
}

/** Stops the work on a file, also on the server. A file that has not started leaves the list. */
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
  if (item.video) takeBack(item.video._id);
}

/** Stops what is not done yet; what is done stays in the list. */
export function stopBatch(workId: string): void {
  for (const { id, state } of [...batchOf(workId).items]) if (!isOver(state)) cancelItem(workId, id);
}

/** Empties a list; what is still being worked on is stopped. Finished videos stay on the server. */
export function clearBatch(workId: string): void {
  stopBatch(workId);
  const batch = batchOf(workId);
  for (const { id } of batch.items) sources.delete(id);
  batch.items = [];
}

/** Whether a file came to its end, well or badly. */
export function isOver(state: BatchItem['state']): boolean {
  return state === 'done' || isLost(state);
}

/** Whether a file has started and is not done yet. */
export function isUnderWay(state: BatchItem['state']): boolean {
  return state !== 'chosen' && !isOver(state);
}

/** Whether there is no result of a file, and one may try again. */
export function isLost(state: BatchItem['state']): boolean {
  return state === 'failed' || state === 'cancelled';
}

/** Says of files that are still being worked on while their list is left where they are. @param where such as "on the page “Loop video”". */
export function leaveBatch(workId: string, where: string, what = 'files'): void {
  const left = batches[workId]?.items.filter(({ state }) => isUnderWay(state)).length ?? 0;
  if (left > 0) showNote(`The ${what} are still being made. Their list stays ${where}.`);
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
    // A file that was begun anew meanwhile has another one.
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

/** The browser asks whether all of Cutroom is to be left: what is not with the server yet would be lost. */
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
    take(item, video);
    if (isFinal(video)) return;
    const client = await getClient();
    for await (const now of client.events(video._id, { signal, giveUpAfterMs: Number.POSITIVE_INFINITY })) {
      take(item, now);
      if (isFinal(now)) return;
    }
  } catch (error) {
    if (signal.aborted) return;
    const message = isApiError(error) ? problemWords(error) : '';
    Object.assign(item, { state: 'failed', error: message || 'An error occurred. Please try again later.' });
  }
}

/** Sends what a video is made of and asks for it. @returns the video, or why there is none. */
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

function take(item: BatchItem, { _id, status, progress, error, url, name, mime }: VideoRecord): void {
  item.progress = progress;
  item.video = { _id, url, name, mime };
  if (status === 'done' || status === 'failed' || status === 'cancelled') item.state = status;
  if (error) item.error = error.message;
}
