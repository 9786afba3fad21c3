import { isMadeForBrowsers } from '../../engine/project/formats.ts';
import { entryOf, restoreEntry } from './mediaTable.ts';
import { isLink } from './references.ts';
import { startUpload } from './uploads.ts';

/**
 * Brings files of an earlier visit back into the media table, and goes on uploading what is not on the server.
 * @param urls media references; links are passed by.
 * @returns the references whose files are not here.
 */
export async function restoreMedia(urls: Iterable<string>): Promise<{ missing: string[] }> {
  const wanted = [...new Set(urls)].filter((url) => !isLink(url));
  const restored = await Promise.all(wanted.map(restoreEntry));
  wanted.forEach((url, index) => {
    if (!restored[index]) return;
    startUpload(url);
    const entry = entryOf(url);
    if (entry && isMadeForBrowsers(entry)) standIn(url);
  });
  return { missing: wanted.filter((_, index) => !restored[index]) };
}

/** Shows what stands for a file that browsers do not show, once it is there; without the server it stays as it is. */
export function standIn(url: string): void {
  void import('./derived.ts').then(({ showStandIn }) => showStandIn(url)).catch(() => undefined);
}
