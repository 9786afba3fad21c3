import type { FoundImage, ImageSourceId } from '../../contract/images.ts';
import { drawPng } from './drawPng.ts';
import type { IconSet } from './iconSet.ts';
import { creditOf, type ImageSource, pictureAddress } from './imageSource.ts';

/** Images per page. */
const PAGE = 40;
/** Side lengths of the images, in pixels. */
const sides = { large: 1024, small: 128 };
/** Bytes of cached thumbnails, enough for nearly all. */
const CACHE_BYTES = 16_000_000;

/** An installed collection of drawings. */
export interface Drawings {
  set: IconSet;
  /** Names in display order without a search. */
  names: readonly string[];
  /** Returns the names that match a query, best first. */
  find(query: string): Promise<readonly string[]> | readonly string[];
  titleOf(name: string): string;
  credit: { creator: string; license: string; licenseUrl: string; source: string };
}

/** An image collection painted from drawings; loaded on first use. */
export function drawnSource(id: ImageSourceId, title: string, read: () => Promise<Drawings>): ImageSource {
  let reading: Promise<Drawings> | undefined;
  const drawings = () => {
    reading ??= read().catch((error: unknown) => {
      // Try again on the next call.
      reading = undefined;
      throw error;
    });
    return reading;
  };
  const small = createImageCache();
  return {
    id,
    title,
    async search(query, page) {
      const drawn = await drawings();
      const names = query.trim() === '' ? drawn.names : await drawn.find(query);
      const start = (page - 1) * PAGE;
      const images = names.slice(start, start + PAGE).map((name) => imageOf(id, name, drawn));
      return { images, hasMore: start + PAGE < names.length };
    },
    async picture(name, size) {
      const known = size === 'small' ? small.get(name) : undefined;
      if (known) return { bytes: known, mime: 'image/png' };
      const svg = (await drawings()).set.svg(name, sides[size]);
      if (svg === undefined) return undefined;
      const bytes = await drawPng(svg, sides[size]);
      if (size === 'small') small.put(name, bytes);
      return { bytes, mime: 'image/png' };
    },
  };
}

function imageOf(from: ImageSourceId, name: string, { titleOf, credit }: Drawings): FoundImage {
  return {
    url: pictureAddress(from, name),
    mime: 'image/png',
    thumbnail: pictureAddress(from, name, 'small'),
    width: sides.large,
    height: sides.large,
    from,
    credit: creditOf({ title: titleOf(name), ...credit }),
  };
}

/** Cached images; the oldest are dropped first. */
function createImageCache() {
  const cached = new Map<string, Buffer>();
  let bytes = 0;
  return {
    get: (name: string) => cached.get(name),
    put(name: string, picture: Buffer) {
      if (cached.has(name)) return;
      cached.set(name, picture);
      bytes += picture.length;
      for (const [first, { length }] of cached) {
        if (bytes <= CACHE_BYTES) break;
        cached.delete(first);
        bytes -= length;
      }
    },
  };
}
