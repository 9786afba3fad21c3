import type { FoundImage, ImageSourceId } from '../../contract/images.ts';
import { drawPng } from './drawPng.ts';
import type { IconSet } from './iconSet.ts';
import { creditOf, type ImageSource, pictureAddress } from './imageSource.ts';

/** Pictures of one page. */
const PAGE = 40;
/** Sides of the pictures, pixels. */
const sides = { large: 1024, small: 128 };
/** Bytes of small pictures that stay in memory: nearly all of them. */
const MOST_HELD = 16_000_000;

/** A collection of drawings that is installed. */
export interface Drawings {
  set: IconSet;
  /** Names in the order in which they are shown when nothing is searched. */
  names: readonly string[];
  /** Names of what fits a text, the best first. */
  find(query: string): Promise<readonly string[]> | readonly string[];
  titleOf(name: string): string;
  credit: { creator: string; license: string; licenseUrl: string; source: string };
}

/** A collection whose pictures are painted from drawings; it is read when it is first asked. */
export function drawnSource(id: ImageSourceId, title: string, read: () => Promise<Drawings>): ImageSource {
  let reading: Promise<Drawings> | undefined;
  const drawings = () => {
    reading ??= read().catch((error: unknown) => {
      // What was in the way then need not be in the way forever.
      reading = undefined;
      throw error;
    });
    return reading;
  };
  const small = createHeld();
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

/** Pictures in memory; when there are too many, those that came first go. */
function createHeld() {
  const held = new Map<string, Buffer>();
  let bytes = 0;
  return {
    get: (name: string) => held.get(name),
    put(name: string, picture: Buffer) {
      if (held.has(name)) return;
      held.set(name, picture);
      bytes += picture.length;
      for (const [first, { length }] of held) {
        if (bytes <= MOST_HELD) break;
        held.delete(first);
        bytes -= length;
      }
    },
  };
}
