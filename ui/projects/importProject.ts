import type { FileOptions } from './projectZip.ts';
import type { Imported } from './unpackProject.ts';

/**
 * Opens a project file: a zip as packProject makes it, or a JSON file with loose media files beside it. Media
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
