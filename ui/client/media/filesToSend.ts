import type { FileToSend } from '../../../engine/tools/asCurl.ts';
import type { MediaEntry } from './mediaEntry.ts';
import { entryOf } from './mediaTable.ts';

/**
 * Returns the local files among media references, each once, for a curl request.
 * @param nameOf path of a file for the command; default: its original name.
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
