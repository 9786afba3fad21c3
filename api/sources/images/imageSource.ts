import type { FoundImage, ImageCredit, ImageSourceId } from '../../contract/images.ts';

/** A page of what one collection has. */
export interface ImagePage {
  images: FoundImage[];
  hasMore: boolean;
}

/** A picture in memory, or in a file of this machine. */
export type GivenPicture = { mime: string } & ({ bytes: Buffer } | { file: string });

/** How large a picture is wanted: large to be used, small for a list. */
export type PictureSize = 'large' | 'small';

/** A collection of pictures that can be searched. */
export interface ImageSource {
  id: ImageSourceId;
  title: string;
  /** @param page 1 is the first. @throws SourceError where it cannot be asked. */
  search(query: string, page: number): Promise<ImagePage>;
  /**
   * @param id of a picture as `search` named it, the end of its address.
   * @returns undefined where there is no such picture. @throws SourceError where it cannot be had.
   */
  picture(id: string, size: PictureSize): Promise<GivenPicture | undefined>;
}

/** A collection could not be asked, or gave nothing that can be used. `message` is a sentence for a person. */
export class SourceError extends Error {
  override name = 'SourceError';
  /** unused: it is not searched here. busy: too much is asked of it just now. away: it does not answer, or not in the way that is known of it. */
  readonly code: 'unused' | 'busy' | 'away';
  constructor(code: SourceError['code'], message: string, cause?: unknown) {
    super(message, { cause });
    this.code = code;
  }
}

/** Where the pictures of a collection are read. @param id letters, digits, dots and hyphens. */
export function pictureAddress(source: ImageSourceId, id: string, size: PictureSize = 'large'): string {
  return `/api/v1/images/${source}/${id}${size === 'small' ? '?size=small' : ''}`;
}

/** A credit with its line of text, such as “Red heart” by Microsoft Corporation, MIT, https://example.org/. */
export function creditOf(parts: Omit<ImageCredit, 'text'>): ImageCredit {
  const { title, creator, license, source } = parts;
  const by = creator ? ` by ${creator}` : '';
  return { ...parts, text: [`“${title}”${by}`, license, ...(source ? [source] : [])].join(', ') };
}
