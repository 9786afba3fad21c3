import type { ImageSearch, ImageSearchAnswer, ImageSourceId } from '../../contract/images.ts';
import { type GivenPicture, type ImageSource, type PictureSize, SourceError } from './imageSource.ts';

/** All collections that are in use. */
export interface ImageSearches {
  /**
   * A page of pictures: of one collection, or of all one after the other. One that cannot be asked keeps no other.
   * @throws SourceError when none of them can be asked, or the one that was named is not in use.
   */
  search(search: ImageSearch): Promise<ImageSearchAnswer>;
  /** @throws SourceError where it cannot be had. */
  picture(source: ImageSourceId, id: string, size: PictureSize): Promise<GivenPicture | undefined>;
}

/** Brings collections together. @param onError told why one could not be asked. */
export function createImageSearches(
  sources: readonly ImageSource[],
  onError: (error: unknown, what: string) => void,
): ImageSearches {
  const listed = sources.map(({ id, title }) => ({ id, title }));
  return {
    async search({ query, page, source }) {
      const asked = sources.filter(({ id }) => source === undefined || id === source);
      if (asked.length === 0) throw new SourceError('unused', 'This image source is not supported here.');
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

  function failure({ title }: ImageSource, error: unknown): SourceError {
    if (error instanceof SourceError) {
      if (error.cause !== undefined) onError(error.cause, `${title} could not be asked`);
      return error;
    }
    throw error;
  }
}
