import type { ImageSearch, ImageSearchAnswer, ImageSourceId } from '../../contract/images.ts';
import { fail, isFailure, type ServiceError } from '../../system/serviceError.ts';
import type { ImageSource, PictureData, PictureSize } from './imageSource.ts';

/** All enabled collections. */
export interface ImageSearches {
  /**
   * Returns a page of images: of one collection, or of all in order. A failing collection does not affect the others.
   * @throws ServiceError if all of them fail, or the named one is not enabled.
   */
  search(search: ImageSearch): Promise<ImageSearchAnswer>;
  /** @throws ServiceError if it cannot be loaded. */
  picture(source: ImageSourceId, id: string, size: PictureSize): Promise<PictureData | undefined>;
}

/** Combines collections. @param onError gets failures of collections. */
export function createImageSearches(
  sources: readonly ImageSource[],
  onError: (error: unknown, what: string) => void,
): ImageSearches {
  const listed = sources.map(({ id, title }) => ({ id, title }));
  return {
    async search({ query, page, source }) {
      const asked = sources.filter(({ id }) => source === undefined || id === source);
      if (asked.length === 0) throw fail('not-found', 'This image source is not supported here.');
      const pages = await Promise.all(
        asked.map((one) => one.search(query, page).catch((error: unknown) => failure(one, error))),
      );
      const failures = pages.flatMap((one) => ('code' in one ? [one] : []));
      if (failures.length === asked.length) throw failures[0];
      const good = pages.flatMap((one) => ('code' in one ? [] : [one]));
      return {
        images: good.flatMap(({ images }) => images),
        next: good.some(({ hasMore }) => hasMore) ? page + 1 : null,
        sources: listed,
        failed: asked.flatMap(({ id }, index) => ('code' in (pages[index] as object) ? [id] : [])),
      };
    },
    async picture(id, name, size) {
      return sources.find((source) => source.id === id)?.picture(name, size);
    },
  };

  function failure({ title }: ImageSource, error: unknown): ServiceError {
    if (isFailure(error, 'unavailable')) {
      if (error.cause !== undefined) onError(error.cause, `could not query ${title}`);
      return error;
    }
    throw error;
  }
}
