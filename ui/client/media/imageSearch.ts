import { proxy } from 'valtio/vanilla';
import type { FoundImage, ImageSearchAnswer, ImageSourceId } from '../../../api/contract/images.ts';
import { pageMessages } from '../../../engine/project/pageMessages.ts';
import { getClient, isApiError } from '../page/server.ts';

/** State of the image search. */
export const imageSearch = proxy({
  query: '',
  /** The selected collection; undefined searches all. */
  source: undefined as ImageSourceId | undefined,
  images: [] as FoundImage[],
  /** The next page; null at the end. */
  next: 1 as number | null,
  sources: [] as ImageSearchAnswer['sources'],
  /** Collections whose search failed. */
  failed: [] as ImageSourceId[],
  isSearching: false,
  /** Error message; '' if there is none. */
  refusal: '',
});

let running: AbortController | undefined;

/** Starts a new search and cancels the previous one. */
export function searchImages(query: string, source = imageSearch.source): Promise<void> {
  Object.assign(imageSearch, { query, source, next: 1 });
  return fetchPage(1);
}

/** Loads the next page and appends it. Also retries the first page after a failure. */
export async function moreImages(): Promise<void> {
  if (imageSearch.next !== null && !imageSearch.isSearching) await fetchPage(imageSearch.next);
}

async function fetchPage(page: number): Promise<void> {
  running?.abort();
  const ending = new AbortController();
  running = ending;
  Object.assign(imageSearch, { isSearching: true, refusal: '' });
  const { query, source } = imageSearch;
  try {
    const client = await getClient();
    const search = { query, page, ...(source ? { source } : {}) };
    const { images, ...answer } = await client.searchImages(search, { signal: ending.signal });
    if (ending.signal.aborted) return;
    Object.assign(imageSearch, { ...answer, images: page === 1 ? images : [...imageSearch.images, ...images] });
  } catch (error) {
    if (ending.signal.aborted) return;
    if (page === 1) imageSearch.images = [];
    imageSearch.refusal = isApiError(error) && error.message ? error.message : pageMessages.unknown;
  } finally {
    if (running === ending) imageSearch.isSearching = false;
  }
}
