import { proxy } from 'valtio/vanilla';
import { messages } from '../../../engine/project/messages.ts';
import { showError, showFailure } from '../../state/notices.ts';
import { addFile } from '../store/media.ts';
import { importProject } from '../store/projectFile.ts';
import type { LocalMedia } from '../store/types.ts';
import { goTo } from './go.ts';
import { addMedia, replaceWith } from './layers.ts';
import { openImported } from './open.ts';
import { studio } from './studio.ts';

/** What is being done with files that a person gave, for the upload screens. */
export const taking = proxy({
  /** '' when nothing is. */
  words: '',
});

/** How something is taken in. */
interface Taking<T> {
  /** Shown on the upload screens meanwhile. */
  words: string;
  /** Names a place that has room for one thing: what is still being taken in for it is stopped by the next. */
  place?: string;
  /** @throws ApiError with the sentence that a person should read. */
  take: (signal: AbortSignal) => Promise<T>;
  /** Puts what was taken where it belongs. */
  land: (taken: T) => unknown;
}

/** All that is being taken in, the oldest first. */
const running = new Map<AbortController, Pick<Taking<never>, 'words' | 'place'>>();

/** Stops taking files; those that were taken already stay. @param place of what is stopped; all unless given. */
export function stopTaking(place?: string): void {
  for (const [ending, one] of running) if (place === undefined || one.place === place) ending.abort();
}

/**
 * Takes something in, with words on the upload screens meanwhile. What goes wrong is said; `stopTaking` ends it. What
 * comes when another project is open by then is dropped.
 */
export async function takeIn<T>({ words, place, take, land }: Taking<T>): Promise<void> {
  const { projectId } = studio;
  if (place !== undefined) stopTaking(place);
  const ending = new AbortController();
  running.set(ending, { words, ...(place === undefined ? {} : { place }) });
  taking.words = words;
  try {
    const taken = await take(ending.signal);
    if (studio.projectId === projectId) await land(taken);
  } catch (error) {
    if (!ending.signal.aborted) showFailure(error);
  } finally {
    running.delete(ending);
    taking.words = [...running.values()].at(-1)?.words ?? '';
  }
}

/**
 * Takes files of this device: a project file (.zip, .json) is opened, with the loose media beside it; otherwise each
 * becomes a layer, the first one selected. What cannot be taken is said, one sentence a file; the others go on. With
 * none taken the editor is shown again (studio spec §4).
 * @param options.replace id of the layer that the first file is to stand in for.
 */
export async function addFiles(files: readonly File[], options: { replace?: string } = {}): Promise<void> {
  if (files.length === 0) return showError(messages.uploadEmptyList);
  const words = messages.uploadBegins;
  const project = files.find(isProjectFile);
  if (project) {
    const media = files.filter((file) => file !== project);
    const take = (signal: AbortSignal) => importProject(project, { media, signal });
    return takeIn({ words, take, land: (imported) => openImported(imported, project.name) });
  }
  const take = (signal: AbortSignal) => takeMedia(files, signal);
  await takeIn({ words, take, land: (media) => landMedia(media, options.replace) });
}

function landMedia(media: readonly LocalMedia[], replace: string | undefined): void {
  const [first, ...rest] = media;
  if (first && replace !== undefined) {
    replaceWith(replace, first);
    if (rest.length > 0) addMedia(rest, false);
  } else if (first) addMedia(media);
  else goTo('');
}

/** Whether a file is a project, alone or packed with its media. */
export function isProjectFile(file: File): boolean {
  return /\.(json|zip)$/i.test(file.name) || file.type === 'application/json' || file.type === 'application/zip';
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
