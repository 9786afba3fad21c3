import * as z from 'zod';
import { creditOf } from './imageSource.ts';
import { address, line, pixels, plainText, typeOf, within } from './readTold.ts';
import type { Remote, RemoteImage } from './remoteSource.ts';

/** URL of Wikimedia Commons. */
const COMMONS = 'https://commons.wikimedia.org';
const PER_PAGE = 20;
/** Widths of available images, in pixels. */
const [LARGE, SMALL] = [1280, 330];

const value = z
  .object({ value: z.union([z.string(), z.number()]).transform(String) })
  .optional()
  .catch(undefined);
const answerForm = z.object({
  continue: z.object({ gsroffset: z.number() }).optional().catch(undefined),
  query: z.object({ pages: z.array(z.unknown()) }).optional(),
});
const page = z.object({
  title: line,
  index: z.number().catch(0),
  imageinfo: z.tuple(
    [
      z.object({
        url: address,
        thumburl: address.optional().catch(undefined),
        descriptionurl: address.optional().catch(undefined),
        mime: line,
        width: pixels,
        height: pixels,
        extmetadata: z
          .object({ Artist: value, LicenseShortName: value, LicenseUrl: value, ObjectName: value })
          .partial()
          .catch({}),
      }),
    ],
    z.unknown(),
  ),
});

/** Wikimedia Commons. @param base its URL, for mirrors. */
export function commons(base = COMMONS): Remote {
  return {
    id: 'commons',
    title: 'Wikimedia Commons',
    pauseMs: 300,
    lastPage: 50,
    address(query, number) {
      const url = new URL('w/api.php', within(base));
      url.search = String(
        new URLSearchParams({
          action: 'query',
          format: 'json',
          formatversion: '2',
          generator: 'search',
          // Plain words only: search operators would allow costly queries on behalf of this server.
          gsrsearch: `${query.replaceAll(/[^\p{L}\p{N}\p{M}]+/gu, ' ').trim()} filetype:bitmap|drawing`,
          gsrnamespace: '6',
          gsrlimit: String(PER_PAGE),
          gsroffset: String((number - 1) * PER_PAGE),
          prop: 'imageinfo',
          iiprop: 'url|size|mime|extmetadata',
          iiurlwidth: String(LARGE),
        }),
      );
      return url;
    },
    read(answer) {
      const { query, continue: more } = answerForm.parse(answer, { jitless: true });
      const pages = (query?.pages ?? []).slice(0, PER_PAGE).flatMap((one) => {
        const parsed = page.safeParse(one, { jitless: true });
        return parsed.success ? [parsed.data] : [];
      });
      return { found: pages.sort((a, b) => a.index - b.index).flatMap(toImages), hasMore: more !== undefined };
    },
  };
}

function toImages({ title, imageinfo: [info] }: z.infer<typeof page>): RemoteImage[] {
  const { Artist, LicenseShortName, LicenseUrl, ObjectName } = info.extmetadata;
  const license = plainText(LicenseShortName?.value ?? '');
  // Commons renders drawings and scans as images; large images are scaled to the width that a video needs.
  const url = info.thumburl ?? info.url;
  const mime = typeOf(url);
  if (license === '' || mime === undefined) return [];
  const creator = plainText(Artist?.value ?? '');
  const licenseUrl = address.safeParse(LicenseUrl?.value).data;
  const credit = creditOf({
    title: plainText(ObjectName?.value ?? '') || title.replace(/^File:/, '').replace(/\.\w+$/, ''),
    ...(creator ? { creator } : {}),
    license,
    ...(licenseUrl ? { licenseUrl } : {}),
    ...(info.descriptionurl ? { source: info.descriptionurl } : {}),
  });
  return [{ mime, ...sizeOf(info), credit, picture: { url, thumbnail: url.replace(`/${LARGE}px-`, `/${SMALL}px-`) } }];
}

function sizeOf({ width, height, thumburl, url }: z.infer<typeof page>['imageinfo'][0]) {
  if (!width || !height) return {};
  const scale = thumburl && thumburl !== url ? LARGE / width : 1;
  return { width: Math.round(width * scale), height: Math.max(1, Math.round(height * scale)) };
}
