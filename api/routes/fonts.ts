import path from 'node:path';
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import * as z from 'zod';
import type { Font } from '../../engine/painters/font.ts';
import { facesOfFont } from '../../engine/painters/fonts.ts';
import { findFamilyById } from '../../engine/painters/fontsCatalogue.ts';
import { storePartTable } from '../../engine/painters/fontsEastAsian.ts';
import { findFontById } from '../../engine/painters/fontsTable.ts';
import { errorBody } from '../contract/errorBody.ts';
import { fontPath, partsOfFont } from '../fonts/fontPath.ts';
import { type FontStore, fontStoreOf } from '../fonts/fontStore.ts';
import type { Service } from '../service/service.ts';
import { fail } from '../system/serviceError.ts';
import { rejectCrossSite } from './guards.ts';
import { notFound } from './httpError.ts';

const familyParams = z.object({ id: z.string().max(64).describe('id of a font family, such as "playfair-display"') });
const fileParams = familyParams.extend({ file: z.string().max(128) });
const familyAnswer = z.object({
  id: z.string(),
  name: z.string(),
  category: z.string(),
  faces: z.array(
    z.object({
      weight: z.union([z.literal(400), z.literal(700), z.literal('100 900')]),
      style: z.enum(['normal', 'italic']),
      unicodeRange: z.string().optional(),
      url: z.string(),
    }),
  ),
  parts: z
    .record(z.string(), z.string())
    .optional()
    .describe('for a font in many files: the characters of each, by its number in brackets'),
});
const errors = { '4xx': errorBody, '5xx': errorBody };

/** One year: a file name stands for one version of one font. */
const FOREVER = 'public, max-age=31536000, immutable';

/**
 * Routes for the font catalog: installed families, and families that are downloaded on first request.
 * @param options.fetchesPerMinute downloads per address.
 */
export function fontRoutes(
  { folders }: Pick<Service, 'folders'>,
  options: { fetchesPerMinute: number },
): FastifyPluginAsyncZod {
  const store = fontStoreOf(folders.fonts);
  return async (app) => {
    app.addHook('onRequest', rejectCrossSite);
    const count = app.createRateLimit({ max: options.fetchesPerMinute, timeWindow: '1 minute' });
    app.addHook('preHandler', async (request, reply) => {
      const { id } = request.params as { id: string };
      if (findFontById(id) === undefined || (await store.has(id))) return;
      const counted = await count(request);
      if (counted.isAllowed || !counted.isExceeded) return;
      reply.header('retry-after', counted.ttlInSeconds);
      throw fail('too-many-requests', 'Too many font downloads. Please try again in a minute.');
    });
    app.get(
      '/fonts/:id',
      {
        schema: {
          summary: 'List the files of a font family',
          params: familyParams,
          response: { 200: familyAnswer, ...errors },
        },
      },
      async ({ params }) => {
        const { font, parts } = await fontOf(params.id, store);
        const faces = facesOfFont(font).filter((face) => fontPath(face, store.folder));
        return {
          id: font.id,
          name: font.name,
          category: findFamilyById(font.id)?.category ?? 'sans-serif',
          faces: faces.map(({ weight, style, unicodeRange, file }) => ({
            weight,
            style,
            ...(unicodeRange === undefined ? {} : { unicodeRange }),
            url: `/api/v1/fonts/${font.id}/${file}`,
          })),
          ...(parts ? { parts } : {}),
        };
      },
    );

    app.get(
      '/fonts/:id/:file',
      { schema: { summary: 'Return a font file (WOFF2)', params: fileParams } },
      async (request, reply) => {
        const { id, file } = request.params;
        const known = findFontById(id);
        const isOfIt = (font: Font) => facesOfFont(font).find((one) => one.file === file);
        // The files of a variable font are only known after its download.
        if (!known || !(known.isVariable || isOfIt(known))) throw notFound('This font');
        const face = isOfIt((await fontOf(id, store)).font);
        if (!face) throw notFound('This file');
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

/**
 * Returns an available font and the character ranges of its files. @throws ServiceError 404 if it does not exist, 503 if
 * it cannot be downloaded now.
 */
async function fontOf(id: string, store: FontStore): Promise<{ font: Font; parts?: Record<string, string> }> {
  const known = findFontById(id);
  if (!known) throw notFound('This font');
  await store.ensure(id);
  const parts = known.isVariable ? partsOfFont(id, store.folder) : undefined;
  if (!parts) return { font: known };
  storePartTable(id, parts);
  return { font: findFontById(id) ?? known, parts };
}
