import * as z from 'zod';

/** Kinds of a user's own material for all projects: templates, and the logos, fonts and colors of a brand. */
export const kitKinds = ['template', 'logo', 'font', 'color'] as const;
/** A kind of kit item. */
export type KitKind = (typeof kitKinds)[number];

/** Limits per account; bytes count items as text, not their files. */
export const KIT_LIMITS = { items: 500, storedBytes: 100_000_000, picture: 200_000 } as const;

const id = z.string().regex(/^(template|logo|font|color)-[\w-]{1,64}$/);
const short = z.string().max(400);
/** The file of an item: its name, and its upload. */
const file = z.object({ path: short, url: z.string().max(2000) });
const picture = z
  .string()
  .max(KIT_LIMITS.picture)
  .regex(/^data:image\/(jpeg|png|webp);base64,[A-Za-z0-9+/]+=*$/);

const shared = { addedAt: z.iso.datetime() };
const one = z.array(file).length(1);

/** A kit item. Items never change, so merging is trivial: an item exists or not. */
export const kitItem = z.discriminatedUnion('kind', [
  z.object({
    ...{ kind: z.literal('template'), ...shared, name: short, project: z.record(z.string(), z.unknown()) },
    /** Local browser files that it refers to. */
    media: z.array(file).max(2000),
    picture: picture.optional(),
  }),
  z.object({
    kind: z.literal('logo'),
    ...shared,
    name: short,
    type: z.string().regex(/^image\/[\w.+-]+$/),
    media: one,
  }),
  z.object({
    ...{ kind: z.literal('font'), ...shared, media: one },
    face: z.object({ family: short, bold: z.boolean(), italic: z.boolean() }).optional(),
  }),
  z.object({ kind: z.literal('color'), ...shared, color: z.string().regex(/^#[0-9a-f]{6}$/i) }),
]);
/** An item of an account's kit. */
export type KitItem = z.infer<typeof kitItem>;

/** Path of an item: its kind and name. */
export const kitParams = z.object({ id });
/** Ids of an account's items, and of those removed within a year. An id in neither list was never added. */
export const kitList = z.object({ ids: z.array(z.string()), removed: z.array(z.string()) });
/** Ids of an account's existing and removed items. */
export type KitList = z.infer<typeof kitList>;
/**
 * Answer to adding an item: `missing` lists the paths of files whose uploads do not exist or belong to another owner;
 * the item was not added then.
 */
export const keptItem = z.object({ id: z.string(), missing: z.array(z.string()) });
/** Answer to a removal. */
export const removedItem = z.object({ id: z.string() });
