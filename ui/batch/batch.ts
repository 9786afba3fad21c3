import { proxy } from 'valtio/vanilla';
import { isFinal, type VideoRecord } from '../../api/contract/video.ts';
import { newId } from '../../engine/project/id.ts';
import { addFile } from '../media/addFile.ts';
import type { CheckOptions } from '../media/checkUpload.ts';
import type { LocalMedia } from '../media/mediaEntry.ts';
import { dropFile, ensureUploaded } from '../media/uploads.ts';
import { showNote } from '../state/notices.ts';
import { getClient, isApiError } from '../state/server.ts';
import { askForVideo, takeBack } from './askForVideo.ts';

/** What a file is made into. */
export interface Made {
  /** References of the files that the server needs for it. */
  urls: readonly string[];
  /** The createVideo body. @param address where the server finds a file. */
  body: (address: (url: string) => string) => Record<string, unknown>;
}

/** What is made of each of many files: settings as they were when it was asked for. */
export interface BatchWork {
  /** Whose list it is: the id of a tool, or of a project. */
  id: string;
  /** Which files are of use. */
  check: CheckOptions;
  /** @returns what a file is made into, or in words why it cannot be. */
  make: (media: LocalMedia, name: string) => Promise<Made | string>;
}

/** One of many files, and how far its result is. */
export interface BatchItem {
  id: string;
  name: string;
  state: 'waiting' | 'sending' | 'rendering' | 'done' | 'failed' | 'cancelled';
  /** 0 to 1, while it is rendering. */
  progress: number;
  /** Why it failed, in words. */
  error: string;
  video: Pick<VideoRecord, '_id' | 'url' | 'name' | 'mime'> | null;
}

/** The files to which settings are applied, by the id of their work. They last as long as the page. */
export const batches = proxy<Record<string, { isOpen: boolean; items: BatchItem[] }>>({});

/** How many are worked on at a time: each is followed by a connection of its own. */
const AT_A_TIME = 2;
/** How many there may be at most. */
const MOST_FILES = 500;

const files = new Map<string, File>();
const endings = new Map<string, AbortController>();
let running = 0;
const queue: (() => Promise<void>)[] = [];

/** Shows the list of a work, or hides it; the work goes on. */
export function openBatch(id: string, isOpen: boolean): void {
  batchOf(id).isOpen = isOpen;
}

/** Makes something of each of some files: one job each. How many are left out is said. */
export function addToBatch(work: BatchWork, given: readonly File[]): void {
  const batch = batchOf(work.id);
  const taken = given.slice(0, Math.max(0, MOST_FILES - batch.items.length));
  for (const file of taken) {
    const id = newId();
    files.set(id, file);
    batch.items.push({ id, name: file.name, state: 'waiting', progress: 0, error: '', video: null });
    enqueue(work, id);
  }
  const left = given.length - taken.length;
  if (left > 0) showNote(`At most ${MOST_FILES} files fit in here: ${left} are left out.`);
}

/** Begins a file anew that failed or was stopped, with the settings as they are now. */
export function retryItem(work: BatchWork, id: string): void {
  const item = itemOf(work.id, id);
  if (!item || !files.has(id)) return;
  Object.assign(item, { state: 'waiting', progress: 0, error: '', video: null });
  enqueue(work, id);
}

/** Begins all that failed or were stopped anew. */
export function retryAll(work: BatchWork): void {
  for (const { id, state } of batchOf(work.id).items) if (isLost(state)) retryItem(work, id);
}

/** Stops the work on a file, also on the server. */
export function cancelItem(workId: string, id: string): void {
  const item = itemOf(workId, id);
  if (!item) return;
  endings.get(id)?.abort(new DOMException('Stopped.', 'AbortError'));
  item.state = 'cancelled';
  if (item.video) takeBack(item.video._id);
}

/** Stops what is not done yet; what is done stays in the list. */
export function stopBatch(workId: string): void {
  for (const { id, state } of batchOf(workId).items) if (!isOver(state)) cancelItem(workId, id);
}

/** Empties a list; what is still being worked on is stopped. Finished videos stay on the server. */
export function clearBatch(workId: string): void {
  stopBatch(workId);
  const batch = batchOf(workId);
  for (const { id } of batch.items) files.delete(id);
  batch.items = [];
}

/** Whether a file came to its end, well or badly. */
export function isOver(state: BatchItem['state']): boolean {
  return state === 'done' || isLost(state);
}

/** Whether there is no result of a file, and one may try again. */
export function isLost(state: BatchItem['state']): boolean {
  return state === 'failed' || state === 'cancelled';
}

/** Says of files that are still being worked on while their list is left where they are. @param where such as "on the page “Loop video”". */
export function leaveBatch(workId: string, where: string): void {
  const left = batches[workId]?.items.filter(({ state }) => !isOver(state)).length ?? 0;
  if (left > 0) showNote(`The files are still being made. Their list stays ${where}.`);
}

function batchOf(id: string) {
  batches[id] ??= { isOpen: false, items: [] };
  return batches[id];
}

function itemOf(workId: string, id: string): BatchItem | undefined {
  return batchOf(workId).items.find((item) => item.id === id);
}

function enqueue(work: BatchWork, id: string): void {
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

async function makeOne(work: BatchWork, id: string, signal: AbortSignal): Promise<void> {
  const [item, file] = [itemOf(work.id, id), files.get(id)];
  if (!item || !file || signal.aborted) return;
  try {
    item.state = 'sending';
    const video = await send(work, file, signal);
    signal.throwIfAborted();
    if (typeof video === 'string') return void Object.assign(item, { state: 'failed', error: video });
    take(item, video);
    item.state = 'rendering';
    const client = await getClient();
    for await (const now of client.events(video._id, { signal, giveUpAfterMs: Number.POSITIVE_INFINITY })) {
      take(item, now);
      if (isFinal(now)) return;
    }
  } catch (error) {
    if (signal.aborted) return;
    const message = isApiError(error) ? (error.problems[0]?.message ?? error.message) : '';
    Object.assign(item, { state: 'failed', error: message || 'An error occurred. Please try again later.' });
  }
}

/** Takes a file in, sends it and asks for its video. @returns the video, or why there is none. */
async function send(work: BatchWork, file: File, signal: AbortSignal): Promise<VideoRecord | string> {
  // Many files would fill the browser's storage, and each is needed for a moment.
  const media = await addFile(file, { ...work.check, signal, isPassing: true });
  try {
    const made = await work.make(media, file.name);
    if (typeof made === 'string') return made.replaceAll(media.url, file.name);
    const addresses = await ensureUploaded(made.urls, { signal });
    return await askForVideo(
      made.body((url) => addresses.get(url) ?? url),
      signal,
    );
  } finally {
    dropFile(media.url);
  }
}

function take(item: BatchItem, { _id, status, progress, error, url, name, mime }: VideoRecord): void {
  item.progress = progress;
  item.video = { _id, url, name, mime };
  if (status === 'done' || status === 'failed' || status === 'cancelled') item.state = status;
  if (error) item.error = error.message;
}
