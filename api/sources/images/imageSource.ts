import type { FoundImage, ImageCredit, ImageSourceId } from '../../contract/images.ts';

/** A page of one collection's results. */
export interface ImagePage {
  images: FoundImage[];
  hasMore: boolean;
}

/** An image in memory or in a local file. */
export type PictureData = { mime: string } & ({ bytes: Buffer } | { file: string });

/** Size of an image: large for use, small for lists. */
export type PictureSize = 'large' | 'small';

/** A searchable image collection. */
export interface ImageSource {
  id: ImageSourceId;
  title: string;
  /** @param page from 1. @throws ServiceError if it does not answer. */
  search(query: string, page: number): Promise<ImagePage>;
  /**
   * @param id of an image in `search` results, the end of its URL.
   * @returns undefined if it does not exist. @throws ServiceError if it cannot be loaded.
   */
  picture(id: string, size: PictureSize): Promise<PictureData | undefined>;
}

/** Returns the URL of a collection's image. @param id letters, digits, dots and hyphens. */
export function pictureAddress(source: ImageSourceId, id: string, size: PictureSize = 'large'): string {
  return `/api/v1/images/${source}/${id}${size === 'small' ? '?size=small' : ''}`;
}

/** Adds the line of text to credits, such as “Red heart” by Microsoft Corporation, MIT, https://example.org/. */
export function creditOf(parts: Omit<ImageCredit, 'text'>): ImageCredit {
  const { title, creator, license, source } = parts;
  const by = creator ? ` by ${creator}` : '';
  return { ...parts, text: [`“${title}”${by}`, license, ...(source ? [source] : [])].join(', ') };
}
