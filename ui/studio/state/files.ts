import { proxy } from 'valtio/vanilla';
import { messages } from '../../../engine/project/messages.ts';
import { showError, showFailure } from '../../state/notices.ts';
import { measureFile } from '../store/measure.ts';
import { addFile } from '../store/media.ts';
import { importProject } from '../store/projectFile.ts';
import type { LocalMedia } from '../store/types.ts';
import { goTo } from './go.ts';
import { addMedia, replaceWith } from './layers.ts';
import { openImported } from './open.ts';

/** What is being done with files that a person gave, for the upload screens. */
export const taking = proxy({
  /** '' when nothing is. */
  words: '',
});

let stopping: AbortController | undefined;

/** Stops taking files; those that were taken already stay. */
export function stopTaking(): void {
  stopping?.abort();
}

/**
 * Takes files of this device: a project file (.zip, .json) is opened, with the loose media beside it; otherwise each
 * becomes a layer, the first one selected. What cannot be taken is said, one sentence a file; the others go on. With
 * none taken the editor is shown again (studio spec §4).
 * @param options.replace id of the layer that the first file is to stand in for.
 */
export async function addFiles(files: readonly File[], options: { replace?: string } = {}): Promise<void> {
  if (files.length === 0) return showError(messages.uploadEmptyList);
  await whileTaking(messages.uploadBegins, async (signal) => {
    const project = files.find(isProjectFile);
    if (project) return takeProject(project, without(files, project), signal);
    const media = await takeMedia(files, signal);
    const [first, ...rest] = media;
    if (first && options.replace !== undefined) {
      replaceWith(options.replace, first);
      if (rest.length > 0) addMedia(rest, false);
    } else if (media.length > 0) addMedia(media);
    else goTo('');
  });
}

/**
 * Does a work with files, with words on the upload screens meanwhile. What goes wrong is said; `stopTaking` ends it.
 * @returns what the work returns; undefined when it failed or was stopped.
 */
export async function whileTaking<T>(words: string, work: (signal: AbortSignal) => Promise<T>): Promise<T | undefined> {
  taking.words = words;
  stopping = new AbortController();
  const { signal } = stopping;
  try {
    return await work(signal);
  } catch (error) {
    if (!signal.aborted) showFailure(error);
    return undefined;
  } finally {
    taking.words = '';
  }
}

/** Whether a file is a project, alone or packed with its media. */
export function isProjectFile(file: File): boolean {
  return /\.(json|zip)$/i.test(file.name) || file.type === 'application/json' || file.type === 'application/zip';
}

function without(files: readonly File[], file: File): File[] {
  return files.filter((other) => other !== file);
}

async function takeMedia(files: readonly File[], signal: AbortSignal): Promise<LocalMedia[]> {
  const taken: LocalMedia[] = [];
  for (const file of files) {
    if (signal.aborted) break;
    try {
      taken.push(await addFile(file, { signal }));
    } catch (error) {
      if (!signal.aborted) showFailure(error);
    }
  }
  return taken;
}

async function takeProject(file: File, media: readonly File[], signal: AbortSignal): Promise<void> {
  const imported = await importProject(file, { media, signal });
  await openImported(imported, file.name);
}

/** Adds the sample video that comes with the service (studio spec §2: "or try a sample!"). */
export async function addSample(): Promise<void> {
  await whileTaking(messages.uploadFetches, async (signal) => {
    const answer = await fetch(SAMPLE, { signal });
    if (!answer.ok) throw new Error(answer.statusText);
    const facts = await measureFile(await answer.blob());
    if (!facts) throw new Error('The sample cannot be read.');
    if (!signal.aborted) addMedia([{ url: SAMPLE, ...facts }]);
  });
}

const SAMPLE = '/samples/media/mountains.mp4';
