import type { FileOptions } from './projectZip.ts';
import type { Imported } from './unpackProject.ts';

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
  const { unpackProject } = await import('./unpackProject.ts');
  return unpackProject(file, options);
}
