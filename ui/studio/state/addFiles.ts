import type { FileOptions } from '../../../engine/browser/zip/projectZip.ts';
import { findLayer } from '../../../engine/edit/find.ts';
import type { ChosenMedia } from '../../../engine/edit/newLayers.ts';
import { kindOf } from '../../../engine/kinds/index.ts';
import { messages } from '../../../engine/project/messages.ts';
import { loadWithRetry } from '../../app/lazyPart.ts';
import { type ImportTask, runImport } from '../../client/media/imports.ts';
import type { LocalMedia } from '../../client/media/mediaEntry.ts';
import { showError, showFailure } from '../../client/page/notices.ts';
import type { Imported } from '../../client/projects/unpackProject.ts';
import { openImported } from './open.ts';
import { studio } from './studio.ts';

/** Imports into the open project. Drops the result if another project is open by then. */
export function importIntoProject<T>(taking: ImportTask<T>): Promise<void> {
  return runImport({ ...taking, land: intoProject(taking.land) });
}

/** Wraps `land` so that it does nothing if another project is open by the time it is called. */
export function intoProject<T>(land: (taken: T) => unknown): (taken: T) => unknown {
  const { projectId } = studio;
  return (taken) => studio.projectId === projectId && land(taken);
}

/**
 * Imports files of this device. A project file (.zip, .json) is opened, together with the loose media files next to it.
 * Subtitle files become cues of the scene. All other files become layers, audio included; the first one is selected. An
 * audio layer is replaced by the audio of a file. Each file that is rejected is reported in one sentence; the others
 * continue. If no file is accepted, shows the editor again.
 * @param options.replace id of the layer that the first file replaces.
 */
export async function addFiles(files: readonly File[], options: { replace?: string } = {}): Promise<void> {
  if (files.length === 0) return showError(messages.uploadEmptyList);
  const words = messages.uploadBegins;
  const cues = files.filter(({ name }) => /\.(?:srt|vtt)$/i.test(name));
  if (cues.length > 0) {
    loadWithRetry(() => import('./deferred.ts')).then(({ importCueFiles }) => importCueFiles(cues), showFailure);
    const media = files.filter((file) => !cues.includes(file));
    return media.length > 0 ? addFiles(media, options) : undefined;
  }
  const project = files.find(isProjectFile);
  if (project) {
    const media = files.filter((file) => file !== project);
    const importAll = (signal: AbortSignal) => importProject(project, { media, signal });
    return importIntoProject({ words, load: importAll, land: (imported) => openImported(imported, project.name) });
  }
  const audio = isSoundReplaced(options.replace);
  const importAll = async (signal: AbortSignal) => {
    const { addAll, landMedia } = await loadWithRetry(() => import('./deferred.ts'));
    const media = await addAll(files, signal, audio ? { audio: true } : { sounds: true });
    return () => landMedia(media.map(asLanded), options.replace);
  };
  await importIntoProject({ words, load: importAll, land: (land) => land() });

  function asLanded(media: LocalMedia): LocalMedia {
    return audio ? soundOf(media) : media;
  }
}

/** Whether the layer to be replaced is an audio layer. @param id of the layer. */
export function isSoundReplaced(id: string | undefined): boolean {
  const replaced = findLayer(studio.project, id ?? '')?.layer;
  return replaced !== undefined && kindOf(replaced).media === 'audio';
}

/** Reduces a file to its audio, even if it also contains video. */
export function soundOf<T extends ChosenMedia>(media: T): T {
  return { ...media, kind: 'audio', width: 0, height: 0 };
}

/** Whether a file is a project, alone or packed with its media. */
export function isProjectFile(file: File): boolean {
  return /\.(json|zip)$/i.test(file.name) || file.type === 'application/json' || file.type === 'application/zip';
}

/**
 * Opens a project file: a zip as written by packProject, or a JSON file with loose media files. Media are stored and
 * uploaded like added files. Paths that are not valid in the media table, or belong to another file already, are
 * replaced.
 * @param options.media loose files that may be the project's media, matched by name.
 * @throws the signal's reason if aborted; nothing else: other failures are returned as problems.
 */
export async function importProject(
  file: File,
  options: FileOptions & { media?: readonly File[] } = {},
): Promise<Imported> {
  const { unpackProject } = await import('./deferred.ts');
  return unpackProject(file, options);
}
