import { proxy } from 'valtio/vanilla';
import type { FoundImage, ImageSearchAnswer, ImageSourceId } from '../../../api/contract/images.ts';
import { pageMessages } from '../../../engine/project/pageMessages.ts';
import { getClient, isApiError } from '../../state/server.ts';

/** What is searched for, and what was found. */
export const imageSearch = proxy({
  query: '',
  /** Only this collection; all of them when undefined. */
  source: undefined as ImageSourceId | undefined,
  images: [] as FoundImage[],
  /** The page after those that are shown; null at the end. */
  next: 1 as number | null,
  sources: [] as ImageSearchAnswer['sources'],
  /** Collections that could not be asked. */
  failed: [] as ImageSourceId[],
  isSearching: false,
  /** Why nothing could be found out, in words; '' otherwise. */
  refusal: '',
});

let running: AbortController | undefined;

/** Searches anew; what was asked for before no longer counts. */
export function searchImages(query: string, source = imageSearch.source): Promise<void> {
  Object.assign(imageSearch, { query, source, next: 1 });
  return fetchPage(1);
}

/** Brings the next page, below what is there; also the first one again, when that failed. */
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
