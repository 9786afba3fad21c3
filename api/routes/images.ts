import type { FastifyReply } from 'fastify';
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import * as z from 'zod';
import { errorBody } from '../contract/errorBody.ts';
import { type ImageSearch, imageSearchAnswer, imageSearchBody, imageSourceIds } from '../contract/images.ts';
import type { Service } from '../service/service.ts';
import { rejectCrossSite } from './guards.ts';
import { notFound } from './httpError.ts';
import { sendFile } from './sendMedia.ts';

const errors = { '4xx': errorBody, '5xx': errorBody };
const pictureParams = z.object({ source: z.string().max(32), id: z.string().max(128) });
const pictureQuery = z.object({ size: z.enum(['large', 'small']).default('large') });
/** Seconds that browsers may cache an image. */
const DAY = 86_400;

/** Routes to search for images and to load them. @param options.perMinute searches per address. */
export function imageRoutes(service: Pick<Service, 'images'>, options: { perMinute: number }): FastifyPluginAsyncZod {
  const config = { rateLimit: { max: options.perMinute, timeWindow: '1 minute' } };
  const answers = { 200: imageSearchAnswer, ...errors };
  const find = (search: ImageSearch) => service.images.search(search);
  return async (app) => {
    app.addHook('onRequest', rejectCrossSite);
    app.get(
      '/images/search',
      { config, schema: { summary: 'Search images by words', querystring: imageSearchBody, response: answers } },
      (request) => find(request.query),
    );
    app.post(
      '/images/search',
      { config, schema: { summary: 'Search images by words', body: imageSearchBody, response: answers } },
      (request) => find(request.body),
    );
    app.get(
      '/images/:source/:id',
      { schema: { summary: 'Return an image of the search', params: pictureParams, querystring: pictureQuery } },
      (request, reply) => send(service, request.params, request.query.size, reply),
    );
  };
}

async function send(
  { images }: Pick<Service, 'images'>,
  params: z.infer<typeof pictureParams>,
  size: 'large' | 'small',
  reply: FastifyReply,
): Promise<FastifyReply> {
  const source = imageSourceIds.find((id) => id === params.source);
  const picture = source && (await images.picture(source, params.id, size));
  if (!picture) throw notFound('This image');
  if ('file' in picture) return sendFile(reply, picture.file, picture.mime);
  return reply
    .header('x-content-type-options', 'nosniff')
    .header('content-security-policy', "default-src 'none'; sandbox")
    .header('cache-control', `public, max-age=${DAY}`)
    .type(picture.mime)
    .send(picture.bytes);
}
