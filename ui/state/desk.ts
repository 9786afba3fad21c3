import { proxy, ref } from 'valtio/vanilla';
import { MAX_PROJECT_BYTES } from '../../engine/project/limits.ts';
import { mapMediaUrls, mediaReferences } from '../../engine/project/media.ts';
import type { Parsed } from '../../engine/project/parse.ts';
import type { Problem } from '../../engine/project/problems.ts';
import type { Project } from '../../engine/project/project.ts';
import { fileNameOf, type HeldFile, isLink, matchMedia, type NeededMedia, sameName } from '../media/references.ts';
import type { Kept } from './kept.ts';
import { later } from './later.ts';
import { showError, showFailure, showNote } from './notices.ts';
import type { Sample } from './samples.ts';
import { isApiError } from './server.ts';
import { requestVideo } from './videos.ts';

/** The desk: the one project that is open on the first page, and the files that were handed over with it. */
export const desk = proxy({
  /** What it is called: its own name, or that of its file. */
  name: '',
  /** Where it came from; null: nothing is open. */
  source: null as 'file' | 'sample' | null,
  /** Name of the file it was read from; '' for a sample. */
  fileName: '',
  /** null: nothing is open, or what was opened has problems. */
  project: null as Kept<Project> | null,
  problems: [] as Pick<Problem, 'pointer' | 'message'>[],
  /** The text that was opened, to show a person the place of a problem. */
  text: '',
  media: [] as NeededMedia[],
  /** Files that were handed over, whether the project names them or not. */
  files: [] as HeldFile[],
  step: 'idle' as 'idle' | 'uploading' | 'creating',
});

let sending: AbortController | undefined;

/**
 * Takes files: a project file opens, everything else is kept as media for the project, whichever comes first.
 * Dropping a mended project file again keeps the media.
 */
export async function openFiles(files: readonly File[]): Promise<void> {
  if (files.length === 0) return;
  const projects = files.filter(isProjectFile);
  for (const file of files) if (!isProjectFile(file)) hold(file);
  const [first] = projects;
  if (projects.length > 1 && first) showNote(`One project at a time: opened ${first.name}.`);
  if (first) await openProjectFile(first);
  else takeMedia();
}

/** Opens one of the samples. */
export function openSample(sample: Sample): void {
  clear();
  open({ source: 'sample', name: sample.name, fileName: '', text: '' }, { ok: true, value: sample.project });
}

/** Closes what is open and lets go of its files. */
export function closeDesk(): void {
  sending?.abort();
  clear();
}

/** Where a media reference of the open project can be shown from now; undefined while it is missing. */
export function localUrlOf(url: string): string | undefined {
  if (isLink(url)) return url;
  const needed = desk.media.find((media) => media.url === url);
  if (!needed) return undefined;
  return desk.files.find((file) => file.name === needed.fileName)?.localUrl;
}

/**
 * Sends the media that the server does not have yet, then asks for the render.
 * @returns the new render's id; undefined when it was stopped or refused, which the desk then shows.
 */
export async function renderDesk(): Promise<string | undefined> {
  const { project } = desk;
  if (!project || desk.step !== 'idle') return undefined;
  sending = new AbortController();
  try {
    desk.step = 'uploading';
    const addresses = await uploadNeeded(sending.signal);
    desk.step = 'creating';
    const body = { isStudio: true, ...mapMediaUrls(project, (url) => addresses.get(url) ?? url), name: desk.name };
    return (await requestVideo(body, project, sending.signal))._id;
  } catch (error) {
    if (isApiError(error) && error.problems.length > 0) desk.problems = [...error.problems];
    else if (!sending.signal.aborted) showFailure(error);
    return undefined;
  } finally {
    desk.step = 'idle';
  }
}

/** Stops sending. What was sent already stays on the server and is not sent again. */
export function stopSending(): void {
  sending?.abort();
}

async function uploadNeeded(signal: AbortSignal): Promise<Map<string, string>> {
  const addresses = new Map<string, string>();
  for (const media of desk.media) {
    const held = desk.files.find((file) => file.name === media.fileName);
    if (media.state !== 'here' || !held) continue;
    addresses.set(media.url, held.readUrl ?? (await send(held, signal)));
  }
  return addresses;
}

async function send(held: HeldFile, signal: AbortSignal): Promise<string> {
  delete held.refusal;
  try {
    const { uploadFile } = await later(() => import('../media/uploadFile.ts'));
    const uploaded = await uploadFile(held.file, {
      signal,
      onProgress: (sent) => (held.sent = Math.max(held.sent, sent)),
    });
    held.sent = held.size;
    held.readUrl = uploaded.url;
    return uploaded.url;
  } catch (error) {
    held.sent = 0;
    if (isApiError(error) && error.status >= 400 && error.status < 500) held.refusal = error.message;
    throw error;
  }
}

function isProjectFile(file: File): boolean {
  return file.type === 'application/json' || file.name.toLowerCase().endsWith('.json');
}

function hold(file: File): void {
  const old = desk.files.findIndex((held) => sameName(held.name, file.name));
  const replaced = old >= 0 ? desk.files.splice(old, 1)[0] : undefined;
  if (replaced) URL.revokeObjectURL(replaced.localUrl);
  desk.files.push({ name: file.name, size: file.size, file: ref(file), localUrl: URL.createObjectURL(file), sent: 0 });
}

async function openProjectFile(file: File): Promise<void> {
  if (desk.source === 'sample') clear({ keepFiles: true });
  if (file.size > MAX_PROJECT_BYTES) return showError('A project file can be at most 8 MB.');
  let text: string;
  try {
    text = await file.text();
  } catch {
    return showError(`${file.name} could not be read. Please drop it again.`);
  }
  const { parseProjectText } = await later(() => import('../../engine/project/parse.ts'));
  const parsed = parseProjectText(text);
  const own = parsed.ok ? parsed.value.name : undefined;
  open({ source: 'file', name: own || file.name.replace(/\.json$/i, ''), fileName: file.name, text }, parsed);
}

type Opened = Pick<typeof desk, 'source' | 'name' | 'fileName' | 'text'>;

function open(what: Opened, parsed: Parsed<Project>): void {
  Object.assign(desk, what);
  desk.project = parsed.ok ? ref(parsed.value) : null;
  desk.problems = parsed.ok ? [] : parsed.problems;
  matchAgain();
}

/** New media may be the answer to what the server found wrong with the old ones. */
function takeMedia(): void {
  dismissProblems();
  matchAgain();
}

/** Puts the server's problems aside and shows the project again. */
export function dismissProblems(): void {
  if (desk.project) desk.problems = [];
}

function matchAgain(): void {
  desk.media = desk.project ? matchMedia(mediaReferences(desk.project), desk.files) : [];
}

function clear({ keepFiles = false } = {}): void {
  if (!keepFiles) {
    for (const held of desk.files) URL.revokeObjectURL(held.localUrl);
    desk.files = [];
  }
  open({ source: null, name: '', fileName: '', text: '' }, { ok: false, problems: [] });
}

/** Names of the held files that the open project does not ask for. */
export function spareFiles(): string[] {
  const used = new Set(desk.media.map((media) => media.fileName ?? fileNameOf(media.url)));
  return desk.files.map((file) => file.name).filter((name) => !used.has(name));
}
