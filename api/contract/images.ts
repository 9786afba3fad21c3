import * as z from 'zod';

/** Most letters that a search may have. */
export const MAX_QUERY = 200;
/** Pages beyond this one are not asked for: no collection goes so far. */
const MAX_PAGE = 1000;

/** Where pictures are found. The first two come with Cutroom and need no network. */
export const imageSourceIds = ['emoji', 'icons', 'openverse', 'commons'] as const;
/** Name of a collection of pictures. */
export type ImageSourceId = (typeof imageSourceIds)[number];

/** What is searched for, as a body or as the query of an address. */
export const imageSearchBody = z.object({
  /** Words, in any language, or an emoji; '' shows the collections from their start. */
  query: z
    .string({ error: '"query" must be a text to search for.' })
    .max(MAX_QUERY, `A search can have at most ${MAX_QUERY} characters.`),
  /** 1 is the first. */
  page: z.coerce.number().int().min(1).max(MAX_PAGE).default(1),
  /** Only this collection; all that are in use unless given. */
  source: z.enum(imageSourceIds).optional(),
});

/** Whom a picture is owed to. */
export const imageCredit = z.object({
  title: z.string(),
  creator: z.string().optional(),
  /** Such as "MIT" or "CC BY 4.0". */
  license: z.string(),
  licenseUrl: z.string().optional(),
  /** The page that it comes from. */
  source: z.string().optional(),
  /** All of it in one line, to be shown beside the picture. */
  text: z.string(),
});

/** A picture that was found. */
export const foundImage = z.object({
  /** Address on this server, without an origin; the picture is of the type `mime`. */
  url: z.string(),
  mime: z.string(),
  /** A small one, for lists. */
  thumbnail: z.string(),
  /** Pixels; absent where the collection does not say. */
  width: z.number().optional(),
  height: z.number().optional(),
  from: z.enum(imageSourceIds),
  credit: imageCredit,
});

/** A page of what was found. */
export const imageSearchAnswer = z.object({
  images: z.array(foundImage),
  /** The page after this one; null at the end. */
  next: z.number().nullable(),
  /** The collections that are in use here. */
  sources: z.array(z.object({ id: z.enum(imageSourceIds), title: z.string() })),
  /** Those that could not be asked just now. */
  failed: z.array(z.enum(imageSourceIds)),
});

/** A search: words, page, collection. */
export type ImageSearch = z.infer<typeof imageSearchBody>;
/** Whom a picture is owed to. */
export type ImageCredit = z.infer<typeof imageCredit>;
/** A picture that was found. */
export type FoundImage = z.infer<typeof foundImage>;
/** A page of what was found. */
export type ImageSearchAnswer = z.infer<typeof imageSearchAnswer>;
