import * as z from 'zod';
import { creditOf } from './imageSource.ts';
import { address, line, pixels, typeOf, within } from './readTold.ts';
import type { Remote, RemoteImage } from './remoteSource.ts';

/** URL of Openverse. */
const OPENVERSE = 'https://api.openverse.org';
/** Limits without an API key: images per page, pages. */
const [PER_PAGE, PAGES] = [20, 20];

const answerForm = z.object({
  page_count: z.number().catch(0),
  page: z.number().catch(1),
  results: z.array(z.unknown()),
});
const result = z.object({
  url: address,
  thumbnail: address.nullish().catch(null),
  title: line.nullish().catch(null),
  creator: line.nullish().catch(null),
  license: line,
  license_version: line.nullish().catch(null),
  license_url: address.nullish().catch(null),
  foreign_landing_url: address.nullish().catch(null),
  filetype: line.nullish().catch(null),
  width: pixels,
  height: pixels,
});

/**
 * Openverse: openly licensed images of many collections, restricted to commercial use. @param base its URL, for
 * mirrors.
 */
export function openverse(base = OPENVERSE): Remote {
  return {
    id: 'openverse',
    title: 'Openverse',
    pauseMs: 1000,
    lastPage: PAGES,
    address(query, page) {
      const url = new URL('v1/images/', within(base));
      url.search = String(
        new URLSearchParams({ q: query, page: String(page), page_size: String(PER_PAGE), license_type: 'commercial' }),
      );
      return url;
    },
    read(answer) {
      const { results, page, page_count } = answerForm.parse(answer, { jitless: true });
      return { found: results.slice(0, PER_PAGE).flatMap(toImages), hasMore: page < page_count };
    },
  };
}

function toImages(value: unknown): RemoteImage[] {
  const parsed = result.safeParse(value, { jitless: true });
  if (!parsed.success) return [];
  const { data } = parsed;
  const mime = typeOf(data.filetype ?? data.url);
  if (mime === undefined) return [];
  const credit = creditOf({
    title: data.title || 'Untitled',
    ...(data.creator ? { creator: data.creator } : {}),
    license: licenseOf(data.license, data.license_version),
    ...(data.license_url ? { licenseUrl: data.license_url } : {}),
    ...(data.foreign_landing_url ? { source: data.foreign_landing_url } : {}),
  });
  const size = data.width && data.height ? { width: data.width, height: data.height } : {};
  return [{ mime, ...size, credit, picture: { url: data.url, thumbnail: data.thumbnail ?? data.url } }];
}

/** "by-sa", "4.0" → "CC BY-SA 4.0". */
function licenseOf(license: string, version: string | null | undefined): string {
  if (license === 'pdm') return 'Public domain';
  const name = license === 'cc0' ? 'CC0' : `CC ${license.toUpperCase()}`;
  return version ? `${name} ${version}` : name;
}
