import * as z from 'zod';

/** What of a person's own is at hand in all their projects: templates, and the logos, fonts and colors of their brand. */
export const kitKinds = ['template', 'logo', 'font', 'color'] as const;
/** One of them. */
export type KitKind = (typeof kitKinds)[number];

/** How much an account may keep of it; bytes are those of the texts, not of the files. */
export const KIT_LIMITS = { items: 500, heldBytes: 100_000_000, picture: 200_000 } as const;

const id = z.string().regex(/^(template|logo|font|color)-[\w-]{1,64}$/);
const short = z.string().max(400);
/** The file of an item: what it is called by, and the upload that it is. */
const file = z.object({ path: short, url: z.string().max(2000) });
const picture = z
  .string()
  .max(KIT_LIMITS.picture)
  .regex(/^data:image\/(jpeg|png|webp);base64,[A-Za-z0-9+/]+=*$/);

const shared = { addedAt: z.iso.datetime() };
const one = z.array(file).length(1);

/** An item; it never changes, so there is nothing to merge: it is there, or it is not. */
export const kitItem = z.discriminatedUnion('kind', [
  z.object({
    ...{ kind: z.literal('template'), ...shared, name: short, project: z.record(z.string(), z.unknown()) },
    /** Files that it names by paths of a browser. */
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

/** Path of an item: its kind, and what it is called by there. */
export const kitParams = z.object({ id });
/** The items of an account by their ids, and those that were taken out within a year: one that is in neither list never came. */
export const kitList = z.object({ ids: z.array(z.string()), removed: z.array(z.string()) });
/** Which items an account has, and which it took out. */
export type KitList = z.infer<typeof kitList>;
/** Answer to what adds one: `missing` are the paths of files whose uploads are not there, or not the account's; then it was not added. */
export const keptItem = z.object({ id: z.string(), missing: z.array(z.string()) });
/** Answer to a removal. */
export const removedItem = z.object({ id: z.string() });
