import { ref } from 'valtio/vanilla';
import { MAX_PROJECT_BYTES } from '../../../engine/project/limits.ts';
import { mapMediaUrls, mediaReferences } from '../../../engine/project/media.ts';
import { pageMessages } from '../../../engine/project/pageMessages.ts';
import type { Parsed } from '../../../engine/project/parse.ts';
import type { Project } from '../../../engine/project/project.ts';
import type { SourceKind } from '../../../engine/tools/tool.ts';
import { blobOf, localUrlOf as fileUrlOf, forgetMedia, newMediaPath, putEntry } from '../../client/media/mediaTable.ts';
import { fileNameOf, isLink, matchMedia, sameName } from '../../client/media/references.ts';
import { showError, showFailure, showNote } from '../../client/page/notices.ts';
import { isApiError } from '../../client/page/server.ts';
import { own } from '../../client/page/t.ts';
import type { Sample } from '../../client/projects/samples.ts';
import { requestVideo } from '../../client/renders/videos.ts';
import { homeProject } from './openedProject.ts';

let sending: AbortController | undefined;

/**
 * Accepts files in any order: opens a project file, and stores all others as media for the project. Media stay when a
 * corrected project file is dropped again.
 */
export async function openFiles(files: readonly File[]): Promise<void> {
  if (files.length === 0) {
    // Such as from an empty folder.
    const { messages } = await import('../../../engine/project/messages.ts');
    return showError(messages.uploadEmptyList);
  }
  const projects = files.filter(isProjectFile);
  for (const file of files) if (!isProjectFile(file)) holdFile(file);
  const [first] = projects;
  if (projects.length > 1 && first) showNote(`One project at a time: opened ${own(first.name)}.`);
  if (first) await openProjectFile(first);
  else recheckMedia();
}

/** Opens one of the samples. */
export function openSample(sample: Sample): void {
  clear();
  showProject({ source: 'sample', name: sample.name, fileName: '', text: '' }, { ok: true, value: sample.project });
}

/** Closes the open project and releases its files. */
export function closeHomeProject(): void {
  sending?.abort();
  clear();
}

/** Returns the files that were added without a project, for a page that edits them, and closes the home project. */
export async function handOverFiles(): Promise<File[]> {
  const files = await Promise.all(
    homeProject.files.map(async ({ name, url }) => {
      const blob = await blobOf(url);
      return blob && new File([blob], name, { type: blob.type });
    }),
  );
  closeHomeProject();
  return files.filter((file) => file !== undefined);
}

/** Returns the local URL of a media reference of the open project; undefined while it is missing. */
export function localUrlOf(url: string): string | undefined {
  if (isLink(url)) return url;
  const needed = homeProject.media.find((media) => media.url === url);
  if (!needed) return undefined;
  const file = homeProject.files.find(({ name }) => name === needed.fileName);
  return file && fileUrlOf(file.url);
}

/**
 * Uploads media that the server lacks, then requests the render.
 * @returns the new render's id; undefined if it was stopped or rejected, which the page then shows.
 */
export async function renderHomeProject(): Promise<string | undefined> {
  const { project } = homeProject;
  if (!project || homeProject.step !== 'idle') return undefined;
  sending = new AbortController();
  try {
    homeProject.step = 'uploading';
    const addresses = await uploadNeeded(sending.signal);
    homeProject.step = 'creating';
    const body = {
      isStudio: true,
      ...mapMediaUrls(project, (url) => addresses.get(url) ?? url),
      name: homeProject.name,
    };
    return (await requestVideo(body, project, sending.signal))._id;
  } catch (error) {
    if (isApiError(error) && error.problems.length > 0) {
      homeProject.problems = [...error.problems];
      homeProject.moreProblems = error.moreProblems;
    } else if (!sending.signal.aborted) showFailure(error);
    return undefined;
  } finally {
    homeProject.step = 'idle';
  }
}

/** Stops uploading. Files that are already uploaded stay on the server and are not sent again. */
export function stopSending(): void {
  sending?.abort();
  void import('../../client/media/uploads.ts').then(({ cancelUpload }) => {
    for (const { url } of homeProject.files) cancelUpload(url);
  });
}

/** @returns the server's URL of each added file, by media reference. */
async function uploadNeeded(signal: AbortSignal): Promise<Map<string, string>> {
  const paths = new Map<string, string>();
  for (const { url, state, fileName } of homeProject.media) {
    const file = homeProject.files.find(({ name }) => name === fileName);
    if (state === 'here' && file) paths.set(url, file.url);
  }
  const { ensureUploaded } = await import('../../client/media/uploads.ts');
  const addresses = await ensureUploaded(paths.values(), { signal });
  return new Map([...paths].map(([url, path]) => [url, addresses.get(path) ?? url]));
}

function isProjectFile(file: File): boolean {
  return file.type === 'application/json' || file.name.toLowerCase().endsWith('.json');
}

function holdFile(file: File): void {
  const old = homeProject.files.findIndex((existing) => sameName(existing.name, file.name));
  if (old >= 0) for (const { url } of homeProject.files.splice(old, 1)) forgetMedia(url);
  const { name, size, type } = file;
  const { id, url } = newMediaPath(name);
  putEntry({ id, url, name, size, type, state: 'kept', sent: 0, shown: true }, file);
  homeProject.files.push({ name, size, url, kind: kindOf(type) });
}

/** Returns the kind of a file by its MIME type. */
function kindOf(type: string): SourceKind | undefined {
  if (type === 'image/gif') return 'animation';
  const [family] = type.split('/');
  return family === 'video' || family === 'image' || family === 'audio' ? family : undefined;
}

async function openProjectFile(file: File): Promise<void> {
  if (homeProject.source === 'sample') clear({ keepFiles: true });
  if (file.size > MAX_PROJECT_BYTES) return showError(pageMessages.projectTooLarge);
  let text: string;
  try {
    text = await file.text();
  } catch {
    return showError(`${own(file.name)} could not be read. Please drop it again.`);
  }
  const { parseProjectText } = await import('../../../engine/project/parse.ts');
  const parsed = parseProjectText(text);
  const named = parsed.ok ? parsed.value.name : undefined;
  showProject({ source: 'file', name: named || file.name.replace(/\.json$/i, ''), fileName: file.name, text }, parsed);
}

type Opened = Pick<typeof homeProject, 'source' | 'name' | 'fileName' | 'text'>;

function showProject(what: Opened, parsed: Parsed<Project>): void {
  Object.assign(homeProject, what);
  homeProject.project = parsed.ok ? ref(parsed.value) : null;
  homeProject.problems = parsed.ok ? [] : parsed.problems;
  homeProject.moreProblems = 0;
  matchAgain();
}

/** New media may fix problems that the server reported about the old ones. */
function recheckMedia(): void {
  dismissProblems();
  matchAgain();
}

/** Clears the server's problems and shows the project again. */
export function dismissProblems(): void {
  if (homeProject.project) homeProject.problems = [];
}

function matchAgain(): void {
  homeProject.media = homeProject.project ? matchMedia(mediaReferences(homeProject.project), homeProject.files) : [];
}

function clear({ keepFiles = false } = {}): void {
  if (!keepFiles) {
    for (const { url } of homeProject.files) forgetMedia(url);
    homeProject.files = [];
  }
  showProject({ source: null, name: '', fileName: '', text: '' }, { ok: false, problems: [] });
}

/** Returns the names of added files that the open project does not use. */
export function spareFiles(): string[] {
  const used = new Set(homeProject.media.map((media) => media.fileName ?? fileNameOf(media.url)));
  return homeProject.files.map((file) => file.name).filter((name) => !used.has(name));
}
