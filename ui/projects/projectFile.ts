import type { Project } from '../../engine/project/project.ts';
import type { Exported } from './packProject.ts';
import type { FileOptions } from './projectZip.ts';
import type { Imported } from './unpackProject.ts';

/**
 * Makes one file of a project and its media: a zip of project.json and media/…, which the command line renders once
 * it is unpacked. Files of this server (samples, uploads) go in too; links to elsewhere stay links.
 * @throws ApiError with a sentence when it would be too large; the signal's reason when it is aborted.
 */
export async function exportProjectFile(project: Project, options: FileOptions = {}): Promise<Exported> {
  // The packer is loaded when it is needed, which is seldom.
  const { packProject } = await import('./packProject.ts');
  return packProject(project, options);
}

/**
 * Opens a project file: a zip as exportProjectFile makes it, or a JSON file with loose media files beside it. Media
 * are kept and uploaded like added files; paths that are not of the media table's form, or are taken by another file
 * already, are given new ones.
 * @param options.media loose files that may be the project's media, found by their names.
 * @throws the signal's reason when it is aborted; nothing else: what is wrong comes as problems.
 */
export async function importProject(
  file: File,
  options: FileOptions & { media?: readonly File[] } = {},
): Promise<Imported> {
  const { unpackProject } = await import('./unpackProject.ts');
  return unpackProject(file, options);
}
