import path from 'node:path';
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import * as z from 'zod';
import { facesOfFamily } from '../../engine/painters/fonts.ts';
import { type FontFamily, findFamilyById } from '../../engine/painters/fontsCatalogue.ts';
import { errorBody } from '../contract/errors.ts';
import { fontPath } from '../fonts/files.ts';
import { FontError } from '../fonts/pack.ts';
import { type FontStore, fontStoreOf } from '../fonts/store.ts';
import type { Service } from '../service.ts';
import { HttpError, notFound } from './httpError.ts';

const familyParams = z.object({ id: z.string().max(64).describe('such as "playfair-display"') });
const fileParams = familyParams.extend({ file: z.string().max(128) });
const familyAnswer = z.object({
  id: z.string(),
  name: z.string(),
  category: z.string(),
  faces: z.array(
    z.object({
      weight: z.union([z.literal(400), z.literal(700)]),
      style: z.enum(['normal', 'italic']),
      unicodeRange: z.string().optional(),
      url: z.string(),
    }),
  ),
});
const errors = { '4xx': errorBody, '5xx': errorBody };

/** A year: a file under one name is one version of one font. */
const FOREVER = 'public, max-age=31536000, immutable';

/** The families of the catalogue: those that are installed, and those that are fetched when somebody first asks. */
export function fontRoutes({ folders }: Pick<Service, 'folders'>): FastifyPluginAsyncZod {
  const store = fontStoreOf(folders.fonts);
  return async (app) => {
    app.get(
      '/fonts/:id',
      {
        schema: {
          summary: 'The files of a font family',
          params: familyParams,
          response: { 200: familyAnswer, ...errors },
        },
      },
      async ({ params }) => {
        const family = await familyOf(params.id, store);
        const faces = facesOfFamily(family.name).filter((face) => fontPath(face, store.folder));
        return {
          id: family.id,
          name: family.name,
          category: family.category,
          faces: faces.map(({ weight, style, unicodeRange, file }) => ({
            weight,
            style,
            ...(unicodeRange === undefined ? {} : { unicodeRange }),
            url: `/api/v1/fonts/${family.id}/${file}`,
          })),
        };
      },
    );

    app.get(
      '/fonts/:id/:file',
      { schema: { summary: 'A font file (WOFF2)', params: fileParams } },
      async (request, reply) => {
        const { id, file } = request.params;
        const known = findFamilyById(id);
        const face = known && facesOfFamily(known.name).find((one) => one.file === file);
        if (!face) throw notFound('This font');
        await familyOf(id, store);
        const found = fontPath(face, store.folder);
        if (!found) throw notFound('This file');
        return reply
          .header('cache-control', FOREVER)
          .type('font/woff2')
          .sendFile(path.basename(found), path.dirname(found), { cacheControl: false, contentType: false });
      },
    );
  };
}

/** A family whose files are there. @throws HttpError 404 when there is none, 503 when it cannot be had now. */
async function familyOf(id: string, store: FontStore): Promise<FontFamily> {
  const family = findFamilyById(id);
  if (!family) throw notFound('This font');
  try {
    await store.ensure(id);
  } catch (error) {
    if (!(error instanceof FontError)) throw error;
    if (error.reason === 'away') throw new HttpError(503, 'unavailable', error.message);
    throw new HttpError(404, 'not-found', error.message);
  }
  return family;
}
