import { needsConversion } from '../../../engine/project/formats.ts';
import { entryOf, restoreEntry } from './mediaTable.ts';
import { isLink } from './references.ts';
import { startUpload } from './uploads.ts';

/**
 * Restores files of an earlier visit to the media table, and resumes pending uploads.
 * @param urls media references; links are skipped.
 * @returns the references whose files are missing.
 */
export async function restoreMedia(urls: Iterable<string>): Promise<{ missing: string[] }> {
  const paths = [...new Set(urls)].filter((url) => !isLink(url));
  const restored = await Promise.all(paths.map(restoreEntry));
  paths.forEach((url, index) => {
    if (!restored[index]) return;
    startUpload(url);
    const entry = entryOf(url);
    if (entry && needsConversion(entry)) requestSubstitute(url);
  });
  return { missing: paths.filter((_, index) => !restored[index]) };
}

/** Requests the substitute of a file that browsers do not support; without the server nothing changes. */
export function requestSubstitute(url: string): void {
  void import('./derived.ts').then(({ showSubstitute }) => showSubstitute(url)).catch(() => undefined);
}
