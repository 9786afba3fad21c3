import type { FileToSend } from '../../engine/tools/asCurl.ts';
import type { MediaEntry } from './mediaEntry.ts';
import { entryOf } from './mediaTable.ts';

/**
 * Those of some media that are files of this device, each once, as a request by curl sends them.
 * @param nameOf where a file lies for the command; default: as it was called when it was added.
 */
export function filesToSend(
  urls: Iterable<string>,
  nameOf: (url: string, entry: MediaEntry) => string = (_, { name }) => name,
): FileToSend[] {
  return [...new Set(urls)].flatMap((url) => {
    const entry = entryOf(url);
    return entry ? [{ url, name: nameOf(url, entry), type: entry.type }] : [];
  });
}
