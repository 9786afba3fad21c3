import * as z from 'zod';

/** Most characters of a search. */
export const MAX_QUERY = 200;
/** Last page of a search: no collection reaches further. */
const MAX_PAGE = 1000;

/** Image collections. The first two are part of Cutroom and need no network. */
export const imageSourceIds = ['emoji', 'icons', 'openverse', 'commons'] as const;
/** Id of an image collection. */
export type ImageSourceId = (typeof imageSourceIds)[number];

/** A search, as a body or as query parameters. */
export const imageSearchBody = z.object({
  /** Words in any language, or an emoji; '' lists collections from the start. */
  query: z
    .string({ error: '"query" must be a text to search for.' })
    .max(MAX_QUERY, `A search can have at most ${MAX_QUERY} characters.`),
  /** 1 is the first. */
  page: z.coerce.number().int().min(1).max(MAX_PAGE).default(1),
  /** Restricts the search to one collection; default: all enabled ones. */
  source: z.enum(imageSourceIds).optional(),
});

/** Credits of an image. */
export const imageCredit = z.object({
  title: z.string(),
  creator: z.string().optional(),
  /** Such as "MIT" or "CC BY 4.0". */
  license: z.string(),
  licenseUrl: z.string().optional(),
  /** URL of the page that the image comes from. */
  source: z.string().optional(),
  /** All credits in one line, to show next to the image. */
  text: z.string(),
});

/** An image in a search result. */
export const foundImage = z.object({
  /** URL on this server, without an origin; the image has the type `mime`. */
  url: z.string(),
  mime: z.string(),
  /** A small version for lists. */
  thumbnail: z.string(),
  /** Pixels; absent if the collection does not provide them. */
  width: z.number().optional(),
  height: z.number().optional(),
  from: z.enum(imageSourceIds),
  credit: imageCredit,
});

/** A page of search results. */
export const imageSearchAnswer = z.object({
  images: z.array(foundImage),
  /** Next page; null at the end. */
  next: z.number().nullable(),
  /** Enabled collections. */
  sources: z.array(z.object({ id: z.enum(imageSourceIds), title: z.string() })),
  /** Collections that did not answer. */
  failed: z.array(z.enum(imageSourceIds)),
});

/** A search: words, page, collection. */
export type ImageSearch = z.infer<typeof imageSearchBody>;
/** Credits of an image. */
export type ImageCredit = z.infer<typeof imageCredit>;
/** An image in a search result. */
export type FoundImage = z.infer<typeof foundImage>;
/** A page of search results. */
export type ImageSearchAnswer = z.infer<typeof imageSearchAnswer>;
