import { proxy } from 'valtio/vanilla';
import { isFinal, type VideoRecord } from '../../api/contract/video.ts';
import { newId } from '../../engine/project/id.ts';
import { sourceProblems } from '../../engine/tools/inputs.ts';
import type { Tool } from '../../engine/tools/tool.ts';
import { saveBlob } from '../components/saveFile.ts';
import { downloadName } from '../components/titles.ts';
import { addFile } from '../media/addFile.ts';
import { ensureUploaded } from '../media/uploads.ts';
import { showFailure } from '../state/notices.ts';
import { getClient, isApiError } from '../state/server.ts';
import { bodyOf, compileDraft } from './compileDraft.ts';
import { draftOf } from './drafts.ts';
import { type Draft, mediaOf } from './storedDrafts.ts';

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

/** The files to which the settings of each tool are applied, by the tool's id. They last as long as the page. */
export const batches = proxy<Record<string, { isOpen: boolean; items: BatchItem[] }>>({});

/** How many are worked on at a time: each is followed by a connection of its own. */
const AT_A_TIME = 2;
/** How many there may be at most. */
export const MOST_FILES = 500;

const files = new Map<string, File>();
const endings = new Map<string, AbortController>();
let running = 0;
const queue: (() => Promise<void>)[] = [];

/** Shows the list of a tool, or hides it; the work goes on. */
export function toggleBatch({ id }: Pick<Tool, 'id'>): void {
  const batch = batchOf(id);
  batch.isOpen = !batch.isOpen;
}

/** Applies the settings of a tool, as they are now, to files: one job each. @returns how many were left out. */
export function addToBatch(tool: Tool, given: readonly File[]): number {
  const batch = batchOf(tool.id);
  const taken = given.slice(0, Math.max(0, MOST_FILES - batch.items.length));
  for (const file of taken) {
    const id = newId();
    files.set(id, file);
    batch.items.push({ id, name: file.name, state: 'waiting', progress: 0, error: '', video: null });
    enqueue(tool, id);
  }
  return given.length - taken.length;
}

/** Begins a file anew that failed or was stopped, with the settings as they are now. */
export function retryItem(tool: Tool, id: string): void {
  const item = itemOf(tool.id, id);
  if (!item || !files.has(id)) return;
  Object.assign(item, { state: 'waiting', progress: 0, error: '', video: null });
  enqueue(tool, id);
}

/** Stops the work on a file, also on the server. */
export function cancelItem({ id: toolId }: Pick<Tool, 'id'>, id: string): void {
  const item = itemOf(toolId, id);
  if (!item) return;
  endings.get(id)?.abort(new DOMException('Stopped.', 'AbortError'));
  item.state = 'cancelled';
  const { video } = item;
  if (video) void getClient().then((client) => client.deleteVideo(video._id).catch(() => undefined));
}

/** Empties the list of a tool; what is still being worked on is stopped. Finished videos stay on the server. */
export function clearBatch(tool: Pick<Tool, 'id'>): void {
  const batch = batchOf(tool.id);
  for (const { id, state } of batch.items) {
    if (!isOver(state)) cancelItem(tool, id);
    files.delete(id);
  }
  batch.items = [];
}

/** Whether a file came to its end, well or badly. */
export function isOver(state: BatchItem['state']): boolean {
  return state === 'done' || state === 'failed' || state === 'cancelled';
}

/** Saves the results of a tool's list as one zip. */
export async function saveBatch(tool: Pick<Tool, 'id'>): Promise<void> {
  try {
    const { writeZip } = await import('../projects/zipWrite.ts');
    const done = batchOf(tool.id).items.flatMap(({ video }) => (video?.url ? [{ ...video, url: video.url }] : []));
    const names = new Set<string>();
    const results = [];
    for (const { url, name, mime } of done) {
      const answer = await fetch(url);
      if (!answer.ok) throw new TypeError(`${url} answered ${answer.status}.`);
      results.push({
        name: unusedName(names, downloadName({ name, mime })),
        blob: await answer.blob(),
        compress: false,
      });
    }
    saveBlob(`${tool.id}.zip`, await writeZip(results));
  } catch (error) {
    showFailure(error);
  }
}

function unusedName(names: Set<string>, wanted: string): string {
  const [stem = '', ending = ''] = wanted.split(/(\.\w+)$/);
  let name = wanted;
  for (let number = 2; names.has(name); number += 1) name = `${stem} ${number}${ending}`;
  names.add(name);
  return name;
}

function batchOf(id: string) {
  batches[id] ??= { isOpen: false, items: [] };
  return batches[id];
}

function itemOf(toolId: string, id: string): BatchItem | undefined {
  return batchOf(toolId).items.find((item) => item.id === id);
}

function enqueue(tool: Tool, id: string): void {
  const ending = new AbortController();
  endings.set(id, ending);
  // What is changed on the page later does not count for it.
  const draft = draftOf(tool);
  queue.push(async () => {
    await work(tool, id, draft, ending.signal);
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
  await job();
  running -= 1;
  void next();
}

async function work(tool: Tool, id: string, { settings, beside }: Draft, signal: AbortSignal): Promise<void> {
  const [item, file] = [itemOf(tool.id, id), files.get(id)];
  if (!item || !file || signal.aborted) return;
  try {
    item.state = 'sending';
    const isSound = tool.inputs.kinds.length === 1 && tool.inputs.kinds[0] === 'audio';
    const media = await addFile(file, { signal, ...(isSound ? { audio: true } : {}) });
    const draft = { settings, sources: [media], ...(beside ? { beside } : {}) };
    const compiled = compileDraft(tool, draft);
    const problems = [...sourceProblems(tool.inputs, media, []), ...(compiled.ok ? [] : compiled.problems)];
    const [problem] = problems;
    if (problem)
      return void Object.assign(item, { state: 'failed', error: problem.message.replace(media.url, file.name) });
    const addresses = await ensureUploaded(mediaOf(draft), { signal });
    const client = await getClient();
    const body = bodyOf(tool, draft, (url) => addresses.get(url) ?? url);
    const video = await client.createVideo(body, { signal, idempotencyKey: newId() });
    Object.assign(item, { state: 'rendering', video });
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

function take(item: BatchItem, { _id, status, progress, error, url, name, mime }: VideoRecord): void {
  item.progress = progress;
  item.video = { _id, url, name, mime };
  if (status === 'done' || status === 'failed' || status === 'cancelled') item.state = status;
  if (error) item.error = error.message;
}
