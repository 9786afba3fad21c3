import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { health } from '../contract/service.ts';
import { availableCodecs } from '../renderer/media/codecs.ts';
import type { Service } from '../service/service.ts';
import { allowedFormats } from '../sources/mediaTypes.ts';

/** Routes for the service's health and the API description. */
export function healthRoutes(
  { store, database }: Pick<Service, 'database' | 'store'>,
  version: string,
): FastifyPluginAsyncZod {
  return async (app) => {
    app.get(
      '/health',
      { schema: { summary: 'Return the health of the service', response: { 200: health } } },
      async (_request, reply) => {
        reply.header('cache-control', 'no-store');
        const formats = allowedFormats().map(({ id }) => id);
        return {
          status: 'ok' as const,
          version,
          database: database.kind,
          ...(await store.counts()),
          formats,
          // A machine that only serves pages needs no ffmpeg.
          codecs: await availableCodecs().catch(() => undefined),
        };
      },
    );
    app.get('/openapi.json', { schema: { summary: 'Return this description', hide: true } }, async () => app.swagger());
  };
}
